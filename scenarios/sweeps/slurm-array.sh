#!/bin/bash
# One sweep as a Slurm job array: every task computes its share of the blocks, and a last job writes the results. No
# MPI is needed, the tasks start whenever there is room, and one that is lost is simply started again:
#
#   scenarios/sweeps/slurm-array.sh sweep.toml results 32        32 tasks, into the folder results
#   scenarios/sweeps/slurm-array.sh sweep.toml results 32        the same again goes on with what is missing
#
# POLHODE names the program where it is not on the path; SBATCH_... (see `man sbatch`) set account, partition and time.
set -eu
sweep=${1:?usage: slurm-array.sh SWEEP.toml FOLDER TASKS} folder=${2:?a folder for the results} tasks=${3:?how many}
polhode=${POLHODE:-polhode}
mkdir -p "$folder/log"

# Each task writes a journal of its own, journal-I-of-N.bin; the folder is on a file system that all nodes share.
# --signal gives a task that runs out of time a minute to end well; whatever is finished is saved in any case.
array=$(sbatch --parsable --job-name=sweep --array="1-$tasks" --ntasks=1 --cpus-per-task="${CPUS:-8}" \
    --signal=B:TERM@60 --requeue --output="$folder/log/%a.txt" --open-mode=append --wrap "
        exec '$polhode' sweep '$sweep' --out '$folder' --resume --quiet \
            --shard \"\$SLURM_ARRAY_TASK_ID/$tasks\" --threads \"\$SLURM_CPUS_PER_TASK\"")

# Afterwards, however they ended: computes what is still missing, if anything is, and writes the results.
sbatch --job-name=gather --dependency="afterany:$array" --ntasks=1 --cpus-per-task="${CPUS:-8}" --signal=B:TERM@60 \
    --output="$folder/log/gather.txt" --open-mode=append \
    --wrap "exec '$polhode' sweep '$sweep' --out '$folder' --resume --threads \"\$SLURM_CPUS_PER_TASK\""
