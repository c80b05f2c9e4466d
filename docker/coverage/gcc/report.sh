# shellcheck shell=bash
report=$1
gcov=$(command -v "gcov-$(gcc -dumpversion | cut -d. -f1)" || command -v gcov)
lcov --quiet --capture --no-external --base-directory /testbed --directory /testbed --directory "$HOME" \
  --gcov-tool "$gcov" --output-file "$report"
