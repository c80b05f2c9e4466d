#!/bin/bash
# Runs as the unprivileged user in a container that holds base, the manifests of a patch and nothing else of
# it: finds out which packages the patch needs. The package door is its only way out.
cd /testbed || exit 70
if [ -s /patch/remove ]; then
  xargs -0 -a /patch/remove rm -rf -- || exit 71
fi
if [ -s /patch/files.tar ]; then
  tar -xmf /patch/files.tar -C /testbed || exit 71
fi
exec timeout 1500 bash /opt/packages/install.sh
