// Used by mocha as its reporter: what mocha's own JSON reporter makes of the tests is written to the file that
// MOCHA_REPORT names. Before version 9.1, mocha could only print it, between what the tests print.
// It runs with every version of Node that an image has, so its syntax is old.

/* eslint-disable no-var */
var fs = require('fs');

// Mocha loads this file, so this is the copy of mocha that runs the tests.
var Json = (module.parent || require.main).require('mocha').reporters.JSON;

module.exports = function MochaReport(runner, options) {
  Json.call(this, runner, options);
  runner.on('end', function () {
    fs.writeFileSync(process.env.MOCHA_REPORT, JSON.stringify(runner.testResults));
  });
};
