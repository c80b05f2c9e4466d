// Loaded by jasmine as a helper: writes the specs as lines of JSON to the file that JASMINE_REPORT names,
// while they run. Jasmine has no report of its own that a program can read.

const { appendFileSync, writeFileSync } = require('fs');

const report = process.env.JASMINE_REPORT;
let count = 0;

const write = (value) => appendFileSync(report, `${JSON.stringify(value)}\n`);

/** What fails outside of specs: a file that does not load, or a function that runs after all specs. */
function writeFailures(name, result) {
  for (const { message } of (result && result.failedExpectations) || []) {
    write({ crashed: name, detail: String(message) });
  }
}

if (report) {
  writeFileSync(report, '');
  jasmine.getEnv().addReporter({
    specDone(result) {
      count += 1;
      const { fullName, status } = result;
      write({ name: fullName, outcome: /^(passed|failed)$/.test(status) ? status : 'skipped' });
    },
    suiteDone(result) {
      writeFailures(result.fullName, result);
    },
    jasmineDone(result) {
      writeFailures('outside of specs', result);
      const overall = result && result.overallStatus;
      const success = overall === undefined ? {} : { success: overall === 'passed' };
      write({ end: { total: count, ...success } });
    },
  });
}
