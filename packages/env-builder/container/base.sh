#!/usr/bin/env bash
# Makes a base image of an operating system layer: the unprivileged user, its folders, more packages.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
source /refbench/steps/lib.sh

begin 'user and folders'
groupadd --gid 10001 bench
useradd --uid 10001 --gid 10001 --create-home --shell /bin/bash bench
install -d -o bench -g bench -m 755 /testbed
install -d -m 755 /scripts /refbench /usr/local/share/ca-certificates

if [[ $# -gt 0 ]]; then
  begin 'packages of the base image'
  network_on
  export DEBIAN_FRONTEND=noninteractive
  apt-get -qq update
  apt-get -qq install --yes --no-install-recommends "$@"
fi
clean_up
