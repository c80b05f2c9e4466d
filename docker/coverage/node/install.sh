#!/bin/bash
# c8 reads what Node itself records. It runs with the Node of the reporters.
set -euo pipefail
command -v npm >/dev/null || {
  echo 'this environment has no npm: its tests run no JavaScript or TypeScript' >&2
  exit 1
}
mkdir -p /opt/coverage
cd /opt/coverage
npm install --silent --no-save --ignore-scripts --no-audit --no-fund --prefix /opt/coverage c8@10.1.3
rm -rf /root/.npm
chmod -R a+rX /opt/coverage
