# shellcheck shell=bash
report=$1
unset NODE_V8_COVERAGE
folder=/tmp/refbench-coverage/report.d
# Vitest and Jest run code that they have changed, so that only they know its lines.
case $(refbench_test_runner) in
  vitest)
    node_modules/.bin/vitest run --coverage.enabled=true --coverage.reportOnFailure=true --coverage.reporter=lcovonly \
      --coverage.reportsDirectory="$folder" --coverage.thresholds.100=false
    ;;
  jest)
    node_modules/.bin/jest --ci --coverage --coverageReporters=lcovonly --coverageDirectory="$folder" --coverageThreshold='{}'
    ;;
  node)
    /usr/local/lib/refbench/bin/node /opt/coverage/node_modules/c8/bin/c8.js report --all \
      --temp-directory /tmp/refbench-coverage/v8 --reporter lcovonly --reports-dir "$folder" --exclude 'node_modules/**'
    ;;
esac
cp "$folder/lcov.info" "$report"
