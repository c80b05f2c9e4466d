// Loaded into every Node process of a test script (NODE_OPTIONS=--require): wherever the script runs mocha, as a
// program or as a library of a task runner, what mocha's own JSON reporter makes of the tests is written to the
// file that MOCHA_REPORT names. Further runs of mocha are written beside it. Mocha's output stays as it is.

var fs = require('fs');
var Module = require('module');
var eachFile = require('./mocha-files.cjs');

/** Returns the name of a report that does not exist yet. */
function freeName() {
  var first = process.env.MOCHA_REPORT;
  var name = first;
  for (var count = 2; fs.existsSync(name); count += 1) {
    name = first.replace(/\.report$/, '') + '-' + count + '.report';
  }
  return name;
}

function report(runner, Json) {
  var write = process.stdout.write;
  // Listeners are called in the order in which they were added. The JSON reporter also prints.
  runner.on('end', function () {
    process.stdout.write = function () {
      return true;
    };
  });
  try {
    new Json(runner, {});
  } finally {
    runner.on('end', function () {
      process.stdout.write = write;
      if (runner.testResults) fs.writeFileSync(freeName(), JSON.stringify(runner.testResults));
    });
  }
}

function hook(Mocha) {
  if (typeof Mocha !== 'function' || !Mocha.Runner || !Mocha.reporters) return;
  var prototype = Mocha.Runner.prototype;
  if (prototype.isReported) return;
  prototype.isReported = true;
  eachFile(Mocha);
  var run = prototype.run;
  prototype.run = function () {
    report(this, Mocha.reporters.JSON);
    return run.apply(this, arguments);
  };
}

if (process.env.MOCHA_REPORT) {
  var load = Module._load;
  Module._load = function (request) {
    var loaded = load.apply(this, arguments);
    if (/(^|[\\/])mocha(\.js)?$/.test(request)) hook(loaded);
    return loaded;
  };
}
