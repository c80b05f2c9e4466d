import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countReports } from './counter/count-reports.ts';
import { COUNTER_FOLDER } from './index.ts';

type Expected =
  | {
      readonly kind: 'counts';
      readonly passed: number;
      readonly failed: number;
      readonly skipped: number;
    }
  | { readonly kind: 'failed' }
  | { readonly kind: 'no-verdict' };

/** What docker/counter/conformance/run.mjs records of one version of a runner. */
interface Recorded {
  readonly format: string;
  readonly names: readonly string[];
  readonly scenarios: Readonly<
    Record<
      string,
      {
        readonly status: number;
        /** What the runner itself says for people. */
        readonly expected: Expected;
        readonly reports: Readonly<Record<string, string>>;
      }
    >
  >;
}

type Counts = Partial<Record<'passed' | 'failed' | 'skipped' | 'total', number>>;

/** What the counter has to end with and to print; without a summary, any failure is right. */
function meaningOf(expected: Expected): {
  readonly ended: number;
  readonly counts: Counts | 'failed';
} {
  switch (expected.kind) {
    case 'no-verdict':
      return { ended: 1, counts: {} };
    case 'failed':
      return { ended: 0, counts: 'failed' };
    case 'counts': {
      const { passed, failed, skipped } = expected;
      return { ended: 0, counts: { passed, failed, skipped, total: passed + failed + skipped } };
    }
  }
}

const folder = join(COUNTER_FOLDER, 'conformance');
const recorded = readdirSync(join(folder, 'recorded')).map((file) => {
  const text = readFileSync(join(folder, 'recorded', file), 'utf8');
  return [file.replace(/\.json$/, ''), JSON.parse(text) as Recorded] as const;
});
const runs = recorded.flatMap(([runner, { format, names, scenarios }]) =>
  Object.entries(scenarios).map(([name, run]) => ({ runner, name, format, names, ...run })),
);

test.each(runs)(
  '$runner, $name: as the runner says',
  ({ format, names, status, reports, expected }) => {
    const printed: string[] = [];
    const ended = countReports(
      { format, reports: names },
      { status: String(status), ids: undefined },
      {
        read: (path) => reports[path.replace(/^\.\//, '')],
        names: () => Object.keys(reports),
        write: () => undefined,
        print: (line) => void printed.push(line),
        warn: () => undefined,
      },
    );
    const counts = JSON.parse(printed[0] ?? '{}') as Counts;
    const isFailed = expected.kind === 'failed' && (counts.failed ?? 0) > 0;
    expect({ ended, counts: isFailed ? 'failed' : counts }).toEqual(meaningOf(expected));
  },
);

test('the table of runners in docs/ is that of the records', () => {
  const check = spawnSync(process.execPath, [join(folder, 'table.mjs'), '--check'], {
    encoding: 'utf8',
  });
  expect({ status: check.status, stderr: check.stderr }).toEqual({ status: 0, stderr: '' });
});
