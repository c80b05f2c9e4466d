/** What each project shows. A runner that has no such thing leaves the scenario out with a reason. */
export const SCENARIOS = {
  outcomes: 'passed, failed, skipped, to do or expected to fail, parameterised, two equal names',
  setup: 'an error before a test, in a fixture or hook',
  noise: 'tests print what looks like lines of the runner, with and without an end of line',
  names: 'names with line feeds, control characters, quotes, and of 10 kB',
  late: 'an error outside of all tests, after they passed',
  exit: 'a test ends the process with status 0',
  signal: 'a test kills the runner',
  broken: 'a file that does not load or compile, beside one that does',
  none: 'no tests at all',
  retry: 'a test that fails first and passes when it is repeated',
};
