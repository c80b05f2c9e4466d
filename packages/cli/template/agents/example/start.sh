#!/bin/sh
# An agent changes the files of the working directory. RefBench compares them with the original commit
# when this program ends, so there is nothing to commit.
set -eu

echo "The task is:"
cat "$REFBENCH_PROMPT_FILE"

# Replace this line with your agent. The example leaves every file as it is.
