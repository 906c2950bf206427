# The whole project from one place; `make help` lists what there is. CMake does the work.
BUILD ?= build
WATCHED := build-watched
PREFIX ?= /usr/local
SECONDS ?= 60
CASES ?= 20000
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: all demo studio test properties bench fuzz format install clean help watched
.DEFAULT_GOAL := all

all: ## build the program: build/polhode
	@tools/setup program
	@tools/configure $(BUILD)
	@cmake --build $(BUILD) -j $(JOBS) --target polhode_app

demo: all ## a gyroscope precesses and nutates, with numbers that say how right it is
	@tools/demo $(BUILD)/polhode

studio: ## the studio: build/studio.html, and the same page inside build/polhode
	@tools/setup studio
	@tools/studio $(BUILD) $(JOBS)
	@tools/configure $(BUILD)
	@cmake --build $(BUILD) -j $(JOBS) --target polhode_app

test: ## everything that is checked, in two builds (g++; clang-19 with sanitizers)
	@tools/setup test
	@tools/configure $(BUILD) -DPOLHODE_BUILD_TESTS=ON -DPOLHODE_WATCHED_BUILD=$(CURDIR)/$(WATCHED)
	@cmake --build $(BUILD) -j $(JOBS)
	@$(MAKE) --no-print-directory watched
	@tools/run-tests $(BUILD) $(JOBS)

watched:
	@tools/configure $(WATCHED) --preset watched
	@cmake --build $(WATCHED) -j $(JOBS)

fuzz: ## feed the readers broken input for SECONDS=60 each
	@tools/setup test
	@$(MAKE) --no-print-directory watched
	@for target in $(WATCHED)/fuzz/*_fuzz; do tools/fuzz $$target $(SECONDS) || exit 1; done

properties: ## try every property on CASES=20000 fresh random cases
	@tools/setup test
	@tools/configure $(BUILD) -DPOLHODE_BUILD_TESTS=ON -DPOLHODE_WATCHED_BUILD=$(CURDIR)/$(WATCHED)
	@cmake --build $(BUILD) -j $(JOBS) 
	@tools/properties $(BUILD) $(CASES)

bench: ## how fast and how right it is, beside odeint, GSL, SUNDIALS, MuJoCo, Simbody and Eigen
	@tools/setup bench
	@tools/configure build-bench -DPOLHODE_BUILD_BENCH=ON
	@cmake --build build-bench -j $(JOBS)
	@for program in build-bench/bench/*_bench; do POLHODE_PARTS=build-bench $$program || exit 1; done

format: ## lay out the sources as .clang-format says
	@tools/format --in-place

install: all ## install program, library and headers under PREFIX=/usr/local
	@cmake --build $(BUILD) -j $(JOBS) --target polhode_completion
	@cmake --install $(BUILD) --prefix $(PREFIX)

clean: ## remove everything that was built
	@rm -rf $(BUILD) build-* out/demo

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16
