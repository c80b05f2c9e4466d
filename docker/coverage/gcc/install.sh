#!/bin/bash
# lcov collects what gcov, which belongs to the compiler, counts.
set -euo pipefail
apt-get -qq update
apt-get -qq install --yes --no-install-recommends lcov
