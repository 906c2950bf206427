# The whole project from one place; `make help` lists what there is. CMake does the work.
BUILD ?= build
SANITIZED := build-sanitized
PREFIX ?= /usr/local
SECONDS ?= 60
CASES ?= 20000
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
BEGIN := $(shell date +%s)
ROOM ?= core/rotation
# Tests take code that any card from Ampere on translates for itself: machine code for one takes longer than the rest.
TEST_OPTIONS = -DPOLHODE_BUILD_TESTS=ON -DPOLHODE_SANITIZED_BUILD=$(CURDIR)/$(SANITIZED) \
    -DPOLHODE_WITH_MPI=AUTO -DPOLHODE_WITH_CUDA=AUTO -DPOLHODE_BUILD_PYTHON=ON -DPython_EXECUTABLE=/usr/bin/python3 \
    "-DPOLHODE_CUDA_TARGETS=-gencode;arch=compute_80,code=compute_80"

.PHONY: all demo parts studio python package static site test room properties bench fuzz weight format install clean help sanitized
.DEFAULT_GOAL := all

all: ## build the program: build/polhode
	@tools/setup program
	@tools/configure $(BUILD)
	@tools/build $(BUILD) $(JOBS) polhode_app

parts: ## the plug-ins for MPI and CUDA as well, as far as mpicxx and nvcc are installed
	@tools/setup program
	@tools/configure $(BUILD) -DPOLHODE_WITH_MPI=AUTO -DPOLHODE_WITH_CUDA=AUTO -UPOLHODE_CUDA_TARGETS
	@tools/build $(BUILD) $(JOBS) polhode_app polhode_parts

demo: all ## a gyroscope precesses and nutates, with numbers that say how right it is
	@tools/demo $(BUILD)/polhode $(BEGIN)

studio: ## the studio: build/studio.html, and the same page inside build/polhode
	@tools/setup studio
	@tools/studio $(BUILD) $(JOBS)
	@tools/configure $(BUILD)
	@tools/build $(BUILD) $(JOBS) polhode_app

python: ## the Python package: a wheel, and an environment that has it
	@tools/setup python
	@tools/configure $(BUILD)
	@tools/python $(BUILD) $(JOBS)

site: ## the manual as pages: build/site/index.html
	@tools/setup site
	@tools/configure $(BUILD) -DPOLHODE_BUILD_PYTHON=ON -DPython_EXECUTABLE=/usr/bin/python3
	@tools/build $(BUILD) $(JOBS) polhode_app polhode_python
	@tools/site $(BUILD)

package: site ## Debian packages: build/packages
	@tools/build $(BUILD) $(JOBS) polhode_shared polhode_completion polhode_man
	@tools/package $(BUILD)
	@echo "The packages:" && ls -sh1 $(BUILD)/packages/*.deb

static: ## the program with all libraries linked in: build/static/polhode
	@tools/setup program
	@tools/configure $(BUILD)
	@tools/build $(BUILD) $(JOBS) polhode_static
	@$(BUILD)/static/polhode --version

test: ## everything that is checked, in two builds (g++; clang-19 with sanitizers)
	@tools/setup test
	@tools/configure $(BUILD) $(TEST_OPTIONS)
	@tools/build $(BUILD) $(JOBS)
	@tools/run-tests $(BUILD) $(JOBS)

room: ## the tests of one room, and nothing else: make room ROOM=core/rotation
	@tools/room $(BUILD) $(ROOM) $(JOBS)

sanitized:
	@tools/configure $(SANITIZED) --preset sanitized
	@tools/build $(SANITIZED) $(JOBS)

fuzz: ## feed the readers broken input for SECONDS=60 each
	@tools/setup test
	@$(MAKE) --no-print-directory sanitized
	@for target in $(SANITIZED)/fuzz/*_fuzz; do tools/fuzz $$target $(SECONDS) || exit 1; done

properties: ## try every property on CASES=20000 fresh random cases
	@tools/setup test
	@tools/configure $(BUILD) $(TEST_OPTIONS)
	@tools/build $(BUILD) $(JOBS)
	@tools/properties $(BUILD) $(CASES)

bench: ## how fast and how right it is, beside odeint, GSL, SUNDIALS, MuJoCo, Simbody and Eigen
	@tools/setup bench
	@tools/configure build-bench -DPOLHODE_BUILD_BENCH=ON -DPOLHODE_WITH_CUDA=AUTO
	@tools/build build-bench $(JOBS)
	@for program in build-bench/bench/*_bench; do POLHODE_PARTS=build-bench $$program || exit 1; done

weight: ## what the compiler's time goes to, by room and file
	@tools/setup program
	@tools/weight

format: ## lay out the sources as .clang-format says
	@tools/format --in-place

install: all ## install program, library and headers under PREFIX=/usr/local
	@cmake --build $(BUILD) -j $(JOBS) --target polhode_completion polhode_shared
	@cmake --install $(BUILD) --prefix $(PREFIX)

clean: ## remove everything that was built
	@rm -rf $(BUILD) build-* out/demo

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16
