// Loaded into mocha (--require), or by mocha-hook.cjs: a test file that does not load is one failed test. By itself,
// mocha ends at such a file, and runs none of the others.
// It runs with every version of Node that an image has, so its syntax is old.

var Module = require('module');
var path = require('path');

function eachFile(Mocha) {
  var prototype = Mocha && Mocha.prototype;
  if (!prototype || !prototype.loadFiles || prototype.loadsEachFile) return;
  prototype.loadsEachFile = true;
  var load = prototype.loadFiles;
  var loadAsync = prototype.loadFilesAsync;

  function fail(mocha, file, error) {
    var name = path.relative(process.cwd(), file) + ' loads';
    var test = new Mocha.Test(name, function () {
      throw error;
    });
    test.file = file;
    mocha.suite.addTest(test);
  }

  prototype.loadFiles = function (then) {
    var mocha = this;
    var files = mocha.files;
    files.forEach(function (file) {
      mocha.files = [file];
      try {
        load.call(mocha);
      } catch (error) {
        fail(mocha, file, error);
      }
    });
    mocha.files = files;
    if (then) then();
  };

  if (!loadAsync) return;
  prototype.loadFilesAsync = function (options) {
    var mocha = this;
    var files = mocha.files;
    return files
      .reduce(function (before, file) {
        return before
          .then(function () {
            mocha.files = [file];
            return loadAsync.call(mocha, options);
          })
          .catch(function (error) {
            fail(mocha, file, error);
          });
      }, Promise.resolve())
      .then(function () {
        mocha.files = files;
      });
  };
}

module.exports = eachFile;

// The copy of mocha that runs the tests is the one that loads this file. Since version 12, it consists of ES modules,
// which are nobody's parent.
try {
  var from = module.parent || require.main;
  var mocha = from ? from.require('mocha') : Module.createRequire(process.argv[1])('mocha');
  eachFile(mocha.default || mocha);
} catch (error) {
  // A program that runs mocha as a library loads it later.
}
