// Loaded by `tape --require`: writes the report to the file that TAPE_REPORT names, instead of standard
// output, where tests print as well.

const { closeSync, openSync, writeSync } = require('fs');

const report = process.env.TAPE_REPORT;

if (report) {
  // Processes that a test starts must not write to the same file.
  delete process.env.TAPE_REPORT;
  const tape = require(require.resolve('tape', { paths: [process.cwd()] }));
  const file = openSync(report, 'w');
  // At once, because a test may end the process.
  const stream = tape.createStream();
  stream.on('data', (text) => writeSync(file, String(text)));
  stream.on('end', () => closeSync(file));
}
