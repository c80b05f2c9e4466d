#!/usr/bin/env bash
# Warms the caches of an environment for base's and for golden's dependencies; leaves base's tree as
# it was. Only golden's manifests are ever here, in a mount that the image does not have.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=lib.sh
source /refbench/steps/lib.sh

manifests=/refbench/manifests

# Without writing the index, which would hold times and inodes of this very container.
git_status() {
  as_bench 'cd /testbed && git --no-optional-locks status --porcelain --untracked-files=all' | sort
}

source_setup() {
  begin "setup_shell.sh ($1)"
  as_bench 'cd /testbed && set -e && source /scripts/setup_shell.sh' </dev/null
}

# Puts one commit's manifests in place of the other's; a file that only the other has goes away.
lay_manifests() {
  begin "manifests of $2"
  as_bench "
    set -e
    cd '$manifests/$1' && find . -type f -printf '%P\\0' | (cd /testbed && xargs -0 -r rm -f --)
    cp -r --preserve=mode '$manifests/$2/.' /testbed/
    cd '$manifests/$1' && find . -mindepth 1 -depth -type d -printf '%P\\0' |
      (cd /testbed && xargs -0 -r rmdir --ignore-fail-on-non-empty -- 2>/dev/null || true)"
}

begin 'git status of base'
cp --preserve=all /testbed/.git/index "$state/index"
before=$(git_status)
network_on

source_setup base
if [[ -d $manifests ]]; then
  lay_manifests base golden
  source_setup "golden's manifests"
  lay_manifests golden base
  source_setup 'base again'
fi

# Nothing of bench's may still write while the image is taken.
as_bench 'kill -KILL -1' || true

# What git made of it meanwhile says nothing of any other container.
cp --preserve=all --remove-destination "$state/index" /testbed/.git/index

begin 'git status'
after=$(git_status)
if [[ $after != "$before" ]]; then
  comm -13 <(printf '%s\n' "$before") <(printf '%s\n' "$after") | tee "$state/unclean"
  exit 90
fi
clean_up
