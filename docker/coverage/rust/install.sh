#!/bin/bash
# The programs of the LLVM release that the compiler is made of.
set -euo pipefail
version=$(rustc --version --verbose | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
apt-get -qq update
apt-get -qq install --yes --no-install-recommends "llvm-$version"
mkdir -p /opt/coverage/bin
for program in llvm-profdata llvm-cov; do ln -s "/usr/bin/$program-$version" "/opt/coverage/bin/$program"; done
