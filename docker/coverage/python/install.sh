#!/bin/bash
# coverage.py in a folder of its own, which every Python of the image can import.
set -euo pipefail
uv pip install --quiet --python "$(command -v python3)" --target /opt/coverage/python 'coverage==7.6.12'
cat >/opt/coverage/python/sitecustomize.py <<'END'
import coverage

coverage.process_startup()
END
cat >/opt/coverage/coveragerc <<'END'
[run]
data_file = /tmp/refbench-coverage/data
parallel = true
disable_warnings = no-ctracer, module-not-measured, no-data-collected
source = /testbed
END
