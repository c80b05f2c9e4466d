import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const counters = join(import.meta.dirname, '../..');

/** The newest counter, or the one that a variable names. */
export function counterPath() {
  const newest = Math.max(...readdirSync(counters).map(Number).filter(Number.isInteger));
  return process.env.REFBENCH_COUNTER ?? join(counters, String(newest), 'counter.mjs');
}

/** Lets the counter read reports. Returns its status and, if it could count them, the counts. */
export function count({ format, names, reports, status }) {
  const folder = mkdtempSync(join(tmpdir(), 'refbench-count-'));
  try {
    for (const [name, text] of Object.entries(reports)) {
      mkdirSync(dirname(join(folder, 'reports', name)), { recursive: true });
      writeFileSync(join(folder, 'reports', name), text);
    }
    mkdirSync(join(folder, 'reports'), { recursive: true });
    const suite = join(folder, 'suite.json');
    writeFileSync(suite, JSON.stringify({ format, reports: names }));
    const counted = spawnSync(process.execPath, [counterPath(), suite], {
      encoding: 'utf8',
      env: {
        ...process.env,
        REFBENCH_REPORTS: join(folder, 'reports'),
        REFBENCH_STATUS: String(status),
        REFBENCH_TEST_IDS: '',
      },
    });
    const counts = counted.status === 0 ? JSON.parse(counted.stdout) : undefined;
    return { status: counted.status, counts, said: counted.stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
