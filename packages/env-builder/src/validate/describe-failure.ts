import { ADMISSION, type AdmissionFailure } from './admission.ts';

/** Describes a failure and how to fix it, in one sentence each. */
export function describeFailure(failure: AdmissionFailure): {
  readonly what: string;
  readonly hint: string;
} {
  switch (failure.kind) {
    case 'no-verdict':
      return {
        what: `the suite on ${failure.state} produced no counts: ${failure.reason}`,
        hint: 'count_tests (or run_tests, if it is used alone) must exit with 0 and print exactly one JSON line; read the log of the run',
      };
    case 'too-few-tests':
      return {
        what: `${failure.total} tests on ${failure.state}; at least ${ADMISSION.minTests} are needed${failure.cause === undefined ? '' : `; the log says: ${failure.cause}`}`,
        hint: 'extend test_command to cover more of the suite (the log shows what did not load), or choose another commit',
      };
    case 'too-few-passing':
      return {
        what: `only ${failure.passed} of ${failure.total} tests pass on ${failure.state}; ${ADMISSION.minTests} tests and ${ADMISSION.minPassing * 100} % are needed`,
        hint: 'read the log for the first failure; often a dependency or service is missing offline',
      };
    case 'too-many-skipped':
      return {
        what: `${failure.skipped} of ${failure.total} tests on ${failure.state} are skipped; at most ${ADMISSION.maxSkipped * 100} % may be`,
        hint: 'the log often names what skipped tests need: an optional dependency, a service or a platform',
      };
    case 'uneven':
      return {
        what: `${failure.base} tests pass on base and ${failure.golden} on golden; each must pass at least ${ADMISSION.minCommon * 100} % of what the other one passes`,
        hint: 'the log of the smaller run says what does not build there; correct the recipe, or choose another commit',
      };
    case 'too-slow':
      return {
        what: `the suite on ${failure.state} took ${failure.seconds} s; ${ADMISSION.maxSeconds} s are allowed`,
        hint: 'exclude slow suites in test_command, or compile more in setup_shell.sh while the image is built',
      };
    case 'unstable':
      return {
        what: `two runs on ${failure.state} differ: ${failure.counts.join('; ')}`,
        hint: 'find the flaky tests with refbench calibrate, and exclude them in test_command',
      };
    case 'too-large':
      return {
        what: `the image adds ${mebibytes(failure.bytes)} MiB to its base image; ${mebibytes(ADMISSION.maxBytes)} MiB are allowed`,
        hint: 'remove caches that tests do not need in setup_shell.sh',
      };
    case 'unclean':
      return {
        what: `setup_shell.sh changes the tree offline: ${failure.lines.slice(0, 5).join(', ')}`,
        hint: 'write only ignored files, files that environment.ignored in instance.yaml names, or files outside /testbed',
      };
  }
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
