# The rooms of the house, lowest first: a file may include its own room and those above it in this list, never one below
# (tests/layout/rooms reads this list and every #include). Each room is a folder src/polhode/ROOM, whose README says what
# lives there, and an object library polhode_ROOM.
#
#   polhode_room(ROOM [FAST] [FIRST] [HOT file...] [APART file...] [TOGETHER n] [LIBRARY name])
#
# FAST: what is computed there is computed often, and is compiled for speed; HOT: these files of it are, the more. Elsewhere
# the time of the compiler matters more; bits do not depend on it. The files of a room are compiled together, as one, or
# TOGETHER so many, which takes a third of the time: names in their unnamed namespaces must differ. HOT and APART files
# stand alone: they take the compiler long. FIRST: the rooms that do so are made before the others. LIBRARY: which
# library the objects go into; `polhode` where nothing is said.
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
polhode_room(truth FIRST HOT taylor_path.cpp)
polhode_room(method)
polhode_room(analog_computer FAST)
polhode_room(run FIRST
    HOT adams_run.cpp taylor_run.cpp
    APART engine_counting.cpp fixed_point_runs.cpp geometric_runs.cpp gray_runs.cpp integrators.cpp summed_run.cpp
          top_angles_run.cpp)
polhode_room(run/attitudes FIRST TOGETHER 4 HOT dcm.cpp quaternion.cpp)
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
