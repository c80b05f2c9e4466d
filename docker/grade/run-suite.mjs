// Runs the suite of /testbed as an unprivileged user and writes its verdict to /verdict, which only
// root can read and write.
//
// A recipe with test_command and count_tests runs in two phases: the command runs as uid 10001 and
// writes reports. When all processes of that user have ended, count_tests reads a copy of them as uid 10002.
// Code under test can write reports, but it cannot reach the process that counts or what it prints.
// A recipe with only run_tests shares one channel with the code under test, and the result says so.
import { accessSync, chownSync, constants, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { copyReports } from './copy-reports.mjs';
import { runAs } from './run-as.mjs';
import { readRegularFile } from './read-regular-file.mjs';

const SUITE_UID = 10_001;
const COUNTER_UID = 10_002;
const VERDICT = '/verdict';
const MEBIBYTE = 2 ** 20;
/** One byte more than the maximum size of a verdict, so that an excess is detected. */
const VERDICT_BYTES = 65_537;
const TEST_IDS_BYTES = 64 * MEBIBYTE;
const COUNTING_MS = 120_000;

const IN_TREE =
  'cd /testbed; if [ -r /scripts/setup_shell.sh ]; then source /scripts/setup_shell.sh >&2; fi; ';

mkdirSync(VERDICT, { mode: 0o700 });
const result = isExecutable('/scripts/test_command') ? await twoPhases() : await onePhase();
writeFileSync(`${VERDICT}/result.json`, JSON.stringify(result));

/** Writes the result that the host reads as `suiteResultSchema`: the program and how it ended. */
async function twoPhases() {
  const reports = folderOf(SUITE_UID);
  const ran = await runAs(SUITE_UID, {
    script: `${IN_TREE}exec /scripts/test_command 2>&1`,
    env: { REFBENCH_REPORTS: reports },
  });
  const program = { channel: 'separate', program: 'test_command' };
  if (ran.unkillable || ran.signal !== null) return { ...program, ...ran };
  mkdirSync('/counting', { mode: 0o755 });
  const problem = copyReports(reports, '/counting/reports', COUNTER_UID);
  if (problem !== undefined) return { ...program, ...ran, problem };
  const written = folderOf(COUNTER_UID);
  const counted = await runAs(COUNTER_UID, {
    script: 'cd /counting/reports && exec /scripts/count_tests',
    env: {
      REFBENCH_REPORTS: '/counting/reports',
      REFBENCH_STATUS: String(ran.status),
      REFBENCH_TEST_IDS: `${written}/ids`,
    },
    output: { path: `${VERDICT}/output`, maxBytes: VERDICT_BYTES },
    timeoutMs: COUNTING_MS,
  });
  keepIds(`${written}/ids`);
  return { channel: 'separate', program: 'count_tests', ...counted };
}

async function onePhase() {
  const ids = '/tmp/refbench-test-ids';
  const ran = await runAs(SUITE_UID, {
    script: `${IN_TREE}exec /scripts/run_tests`,
    env: { REFBENCH_TEST_IDS: ids },
    output: { path: `${VERDICT}/output`, maxBytes: VERDICT_BYTES },
  });
  keepIds(ids);
  return { channel: 'shared', program: 'run_tests', ...ran };
}

/** A new folder in /tmp that belongs to the user; its name was not known before. */
function folderOf(uid) {
  const folder = mkdtempSync('/tmp/refbench-');
  chownSync(folder, uid, uid);
  return folder;
}

/** The file may be anything: it is another user's. */
function keepIds(path) {
  const bytes = readRegularFile(path, TEST_IDS_BYTES);
  if (bytes !== undefined) writeFileSync(`${VERDICT}/ids`, bytes);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
