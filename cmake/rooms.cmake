# The rooms of the house, lowest first: a file may include its own room and those above it in this list, never one below
# (tests/layout/rooms reads this list and every #include). Each room is a folder src/polhode/ROOM, whose README says what
# lives there, and a target polhode_room_ROOM.
#
#   polhode_room(ROOM [FAST|MIDDLING] [FIRST] [PLAINLY] [READS] [O3 file...] [O2 file...] [PLAIN file...] [Og file...]
#                [APART file...] [WITH room] [LIBRARY name])
#
# FAST: what is computed there is computed often, and is compiled with -O2; MIDDLING: with -O1; elsewhere with -Og: the
# time of the compiler matters more, and bits do not depend on it. O2, O3: these files are hot. At -O3 g++ takes the short
# loops over the numbers of a state apart; at -O2 a step of a quaternion or a matrix takes two to five times as long, those
# of the other attitudes as long as before. PLAIN: the core's small functions are inlined as the compiler likes; PLAINLY:
# in the whole room. Og: PLAIN, and seldom waited for (counting of operations, single precision).
# The files of a room are compiled together, as one, which takes a third of the time: names in their unnamed namespaces
# must differ. WITH: together with those of a room above that is compiled in the same way: of two thousand lines alone, a
# third to a half of the compiler's time goes into headers that both read. Those of O3, O2, PLAIN and Og are compiled
# together among themselves; APART files stand alone. READS: bytes from outside come in here, and fuzz targets follow
# which ways they take (a room that is compiled WITH another is followed where that one is); elsewhere that would cost a
# fifth of clang's time and show nothing. FIRST: what takes the compiler long is made before the rest. LIBRARY: which
# library the objects go into; `polhode` where nothing is said.
polhode_room(system READS APART loading.cpp)
polhode_room(system/host WITH system APART fiber.cpp)
polhode_room(base FAST READS)
polhode_room(base/terminal FAST READS WITH base)
polhode_room(files MIDDLING READS)
polhode_room(input MIDDLING READS WITH files)
polhode_room(calendar READS WITH system)
polhode_room(registry READS WITH system)
polhode_room(problem/formulas FAST READS)
polhode_room(problem/samples FAST READS WITH problem/formulas)
polhode_room(problem/attitudes FAST WITH problem/formulas)
polhode_room(problem/inside MIDDLING READS)
polhode_room(problem MIDDLING READS WITH problem/inside Og switched_torque.cpp)
polhode_room(problem/torques MIDDLING WITH problem/inside)
polhode_room(problem/rates MIDDLING WITH problem/inside)
polhode_room(problem/analysis MIDDLING WITH problem/inside)
polhode_room(closed_form FAST)
polhode_room(inside MIDDLING PLAINLY O2 inside_instances.cpp O3 flat_instances.cpp)
polhode_room(analysis MIDDLING PLAINLY)
polhode_room(truth MIDDLING FIRST O2 taylor_path.cpp PLAIN truth.cpp)
polhode_room(method READS)
polhode_room(analog_computer MIDDLING READS)
polhode_room(estimators FAST O3 online.cpp smoother.cpp)
polhode_room(run MIDDLING APART integrators.cpp)
polhode_room(run/engine MIDDLING FIRST Og engine_counting.cpp)
polhode_room(run/attitudes MIDDLING FIRST O3 dcm.cpp quaternion.cpp Og single_precision.cpp APART quaternion.cpp)
polhode_room(run/families MIDDLING FIRST
    O2 adams_run.cpp adams_trace.cpp taylor_run.cpp
    Og geometric_counting.cpp taylor_other_numbers.cpp
    APART engine_families.cpp estimators_run.cpp)
polhode_room(run/inside MIDDLING PLAINLY O2 inside_run.cpp O3 flat_steps.cpp)
polhode_room(run/machines MIDDLING APART fixed_point_runs.cpp)
polhode_room(scenario READS WITH method)
polhode_room(measure MIDDLING WITH analog_computer)
polhode_room(picture)
polhode_room(output WITH picture)
polhode_room(estimate MIDDLING READS WITH analog_computer)
polhode_room(estimate/tools READS)
polhode_room(links READS WITH estimate/tools)
polhode_room(net READS)
polhode_room(estimate/sources READS WITH estimate/tools)
polhode_room(live MIDDLING WITH run)
polhode_room(exchange READS)
polhode_room(exchange/ccsds READS WITH exchange)
polhode_room(exchange/spice READS WITH exchange)
polhode_room(exchange/arrays READS WITH exchange)
polhode_room(hdf5 READS WITH exchange)
polhode_room(study)
polhode_room(sweep/variation READS)
polhode_room(sweep/inputs READS WITH sweep/variation)
polhode_room(sweep/definition READS WITH sweep/variation)
polhode_room(sweep/statistics MIDDLING WITH analog_computer)
polhode_room(sweep/journal READS WITH sweep/variation)
polhode_room(sweep/compute FAST)
polhode_room(sweep/results WITH sweep/variation)
polhode_room(sweep/hdf5 WITH sweep/variation)
polhode_room(sweep/analog WITH sweep/variation)
polhode_room(catalogue WITH sweep/variation)
polhode_room(face)
polhode_room(reproduce LIBRARY polhode_reproduce)
polhode_room(reproduce/gray WITH reproduce LIBRARY polhode_reproduce)
polhode_room(reproduce/robinson WITH reproduce LIBRARY polhode_reproduce)
polhode_room(reproduce/nasa WITH reproduce LIBRARY polhode_reproduce)
polhode_room(reproduce/ganapathi WITH reproduce LIBRARY polhode_reproduce)
polhode_room(reproduce/gyrosoft WITH reproduce LIBRARY polhode_reproduce)
polhode_room(studio READS LIBRARY polhode_studio)
