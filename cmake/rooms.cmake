# The rooms of the house, lowest first: a file may include its own room and those above it in this list, never one below
# (tests/layout/rooms reads this list and every #include). Each room is a folder src/polhode/ROOM, whose README says what
# lives there, and an object library polhode_ROOM.
#
#   polhode_room(ROOM [FAST] [FIRST] [O3 file...] [O2 file...] [PLAIN file...] [APART file...] [TOGETHER n]
#                [LIBRARY name])
#
# FAST: what is computed there is computed often, and is compiled with -O2, elsewhere with -O1: the time of the compiler
# matters more, and bits do not depend on it. O2, O3: these files are hot. At -O3 g++ takes the short loops over the numbers
# of a state apart; at -O2 a step of a quaternion or a matrix takes two to five times as long, those of the other
# attitudes as long as before. PLAIN: the core's small functions are inlined as the compiler likes.
# The files of a room are compiled together, as one, or TOGETHER so many, which takes a third of the time: names in their
# unnamed namespaces must differ. Files that are named above and APART files stand alone. FIRST: what takes the compiler
# long is made before the rest. LIBRARY: which library the objects go into; `polhode` where nothing is said.
polhode_room(base FAST)
polhode_room(files FAST)
polhode_room(input FAST)
polhode_room(registry)
polhode_room(problem/formulas FAST)
polhode_room(problem/samples FAST)
polhode_room(problem/attitudes FAST)
polhode_room(problem FAST)
polhode_room(problem/torques)
polhode_room(problem/rates)
polhode_room(problem/analysis FAST)
polhode_room(closed_form FAST)
polhode_room(truth FIRST O2 taylor_path.cpp)
polhode_room(method)
polhode_room(analog_computer FAST)
polhode_room(run FIRST
    O2 adams_run.cpp taylor_run.cpp
    PLAIN engine_counting.cpp taylor_other_numbers.cpp
    APART fixed_point_runs.cpp geometric_runs.cpp gray_runs.cpp integrators.cpp summed_run.cpp top_angles_run.cpp)
polhode_room(run/attitudes FIRST TOGETHER 4 O3 dcm.cpp quaternion.cpp)
polhode_room(scenario)
polhode_room(measure FAST)
polhode_room(picture)
polhode_room(output)
polhode_room(hdf5)
polhode_room(study)
polhode_room(sweep/variation)
polhode_room(sweep/inputs)
polhode_room(sweep/definition)
polhode_room(sweep/statistics FAST)
polhode_room(sweep/journal)
polhode_room(sweep/compute FAST)
polhode_room(sweep/results)
polhode_room(sweep/hdf5)
polhode_room(sweep/analog)
polhode_room(catalogue)
polhode_room(face)
polhode_room(reproduce LIBRARY polhode_reproduce)
polhode_room(reproduce/gray LIBRARY polhode_reproduce)
polhode_room(reproduce/robinson LIBRARY polhode_reproduce)
polhode_room(reproduce/nasa LIBRARY polhode_reproduce)
polhode_room(reproduce/ganapathi LIBRARY polhode_reproduce)
polhode_room(reproduce/gyrosoft LIBRARY polhode_reproduce)
polhode_room(studio LIBRARY polhode_studio)
