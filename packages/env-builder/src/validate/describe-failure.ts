import { ADMISSION, type AdmissionFailure } from './admission.ts';

/** One sentence on what is wrong and one on what to do. */
export function describeFailure(failure: AdmissionFailure): {
  readonly what: string;
  readonly hint: string;
} {
  switch (failure.kind) {
    case 'no-verdict':
      return {
        what: `the suite on ${failure.state} gave no counts: ${failure.reason}`,
        hint: 'count_tests (or run_tests, where it stands alone) must end with 0 and print exactly one JSON line; read the log of the run',
      };
    case 'too-few-tests':
      return {
        what: `${failure.total} tests on ${failure.state}; at least ${ADMISSION.minTests} are needed`,
        hint: 'let test_command cover more of the suite, see the log for what did not load; else choose another commit',
      };
    case 'too-few-passing':
      return {
        what: `only ${failure.passed} of ${failure.total} tests pass on ${failure.state}; ${ADMISSION.minPassing * 100} % are needed`,
        hint: 'read the log for the first failure: most often a dependency or service is missing offline',
      };
    case 'too-slow':
      return {
        what: `the suite on ${failure.state} took ${failure.seconds} s; ${ADMISSION.maxSeconds} s are allowed`,
        hint: 'let test_command leave out slow suites, or compile more in setup_shell.sh while the image is built',
      };
    case 'unstable':
      return {
        what: `two runs on ${failure.state} differ: ${failure.counts.join('; ')}`,
        hint: 'find the flaky tests with refbench calibrate, and leave them out in test_command',
      };
    case 'too-large':
      return {
        what: `the image adds ${mebibytes(failure.bytes)} MiB to its base image; ${mebibytes(ADMISSION.maxBytes)} MiB are allowed`,
        hint: 'let setup_shell.sh clean caches that tests do not need',
      };
    case 'unclean':
      return {
        what: `setup_shell.sh changes the tree offline: ${failure.lines.slice(0, 5).join(', ')}`,
        hint: 'let it write ignored files only, or files outside /testbed',
      };
  }
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
