import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readReport } from './read-report.ts';

test("only a regular file of a report's size is read", () => {
  const folder = mkdtempSync(join(tmpdir(), 'reports-'));
  try {
    const at = (name: string): string => join(folder, name);
    writeFileSync(at('report'), 'text');
    symlinkSync(at('report'), at('link'));
    execFileSync('bash', ['-c', 'mkfifo "$0"', at('pipe')]);
    writeFileSync(at('huge'), '');
    truncateSync(at('huge'), 2 ** 40);
    const read = ['report', 'link', 'pipe', 'huge', 'absent', '.'].map((name) =>
      readReport(at(name)),
    );
    expect(read).toEqual(['text', undefined, undefined, undefined, undefined, undefined]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
