// Loaded by jasmine as a helper: writes the specs as TAP to the file that JASMINE_REPORT names, while
// they run. Jasmine has no report of its own that a program can read.

const { appendFileSync, writeFileSync } = require('fs');

const report = process.env.JASMINE_REPORT;
let count = 0;

if (report) {
  writeFileSync(report, 'TAP version 13\n');
  jasmine.getEnv().addReporter({
    specDone(result) {
      count += 1;
      const ok = result.status === 'failed' ? 'not ok' : 'ok';
      const ran = result.status === 'passed' || result.status === 'failed';
      const name = result.fullName.replace(/[\r\n#]+/g, ' ').trim();
      appendFileSync(report, `${ok} ${count} - ${name}${ran ? '' : ' # SKIP'}\n`);
    },
    // What fails outside specs, e.g. a file that does not load, is one failure more.
    jasmineDone(result) {
      if (result && result.failedExpectations && result.failedExpectations.length > 0) {
        count += 1;
        appendFileSync(report, `not ok ${count} - outside of specs\n`);
      }
      appendFileSync(report, `1..${count}\n`);
    },
  });
}
