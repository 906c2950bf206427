#!/bin/bash
# One sweep on several nodes by MPI: one rank to a node, and in each as many threads as the node has processors. The
# blocks are handed out while it runs, so that nodes of different speed all finish together:
#
#   sbatch --nodes=4 --time=02:00:00 scenarios/sweeps/slurm-mpi.sh sweep.toml results
#
# The same command again goes on where a job ran out of time or lost a node, on any number of nodes. With GPUs: one rank
# to a card (--ntasks-per-node=4 --gpus-per-task=1), and --backend gpu below.
#SBATCH --job-name=sweep
#SBATCH --ntasks-per-node=1
#SBATCH --exclusive
#SBATCH --signal=TERM@60
set -eu
sweep=${1:?usage: slurm-mpi.sh SWEEP.toml FOLDER} folder=${2:?a folder for the results}
polhode=${POLHODE:-polhode}

# pmix is how Open MPI's ranks find each other under srun; `srun --mpi=list` says whether it is there. Where it is not,
# this does the same:   mpirun --map-by ppr:1:node --bind-to none "$polhode" sweep ...
# Without the last option a job whose rank dies would wait for it until its time is over.
exec srun --mpi=pmix --cpu-bind=none --kill-on-bad-exit=1 "$polhode" sweep "$sweep" --out "$folder" --resume --quiet
