import { expect, test } from 'vitest';
import { checkOriginality } from './check-originality.ts';
import type { OpenedBundle } from './check-structure.ts';

const INSTANCES = ['a__b-00000001', 'a__b-00000002', 'a__b-00000003'] as const;

/** A patch that adds lines to a new file. */
function patchOf(lines: readonly string[]): Buffer {
  const head = `--- /dev/null\n+++ b/src/new.ts\n@@ -0,0 +1,${lines.length} @@\n`;
  return Buffer.from(head + lines.map((line) => `+${line}\n`).join(''));
}

function linesOf(word: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `const ${word}${at} = ${at};`);
}

/** A submission with one patch per instance. */
function submission(
  patches: readonly Buffer[],
  { reference = false, started }: { readonly reference?: boolean; readonly started?: string } = {},
): OpenedBundle {
  const attempts = patches.map((_, at) => ({
    instance: INSTANCES[at] ?? '',
    agent: 'agent',
    repeat: 1,
    attempt: 1,
  }));
  return {
    manifest: { attempts },
    plan: { agents: [{ name: 'agent', ...(reference ? { reference } : {}) }] },
    files: new Map(
      patches.flatMap((bytes, at) => {
        const folder = `run/${INSTANCES[at]}/agent/1`;
        const record = Buffer.from(JSON.stringify({ started_at: started, duration_ms: at }));
        return [
          [`${folder}/patch.diff`, bytes] as const,
          ...(started === undefined ? [] : [[`${folder}/attempt.json`, record] as const]),
        ];
      }),
    ),
  } as unknown as OpenedBundle;
}

const LONG = INSTANCES.map((_, at) => patchOf(linesOf(`value${at}x`, 40)));
const OTHER = { id: 'other', bundle: submission(LONG) };

test('the same patches under another name are found', () => {
  expect(checkOriginality(submission(LONG), [OTHER])).toMatchObject({
    result: 'failed',
    evidence: ['3 of 3 patches are those of submission other'],
  });
});

test('a near copy in other white space is one', () => {
  const near = INSTANCES.map((_, at) =>
    patchOf([...linesOf(`value${at}x`, 39).map((line) => `\t${line}`), 'const mine = 1;']),
  );
  expect(checkOriginality(submission(near), [OTHER]).result).toBe('failed');
});

test.each([
  ['other patches', INSTANCES.map((_, at) => patchOf(linesOf(`own${at}x`, 40)))],
  ['one patch in common of three', [LONG[0], patchOf(linesOf('p', 40)), patchOf(linesOf('q', 40))]],
  ['no patch of the same instance', []],
])('%s are no copy', (_name, patches) => {
  const own = submission(patches.filter((patch) => patch !== undefined));
  expect(checkOriginality(own, [OTHER]).result).toBe('passed');
});

test('small changes and reference agents may be the same', () => {
  const small = INSTANCES.map(() => patchOf(linesOf('x', 5)));
  const known = { id: 'small', bundle: submission(small) };
  expect(checkOriginality(submission(small), [known]).result).toBe('passed');
  const references = { id: 'references', bundle: submission(LONG, { reference: true }) };
  const own = submission(LONG, { reference: true });
  expect(checkOriginality(own, [references]).result).toBe('passed');
});

test('the same run is found by its times, even if it has reference agents and small changes only', () => {
  const small = INSTANCES.map(() => patchOf(linesOf('x', 5)));
  const at = (started: string): OpenedBundle => submission(small, { reference: true, started });
  const known = { id: 'known', bundle: at('2026-11-01T10:00:00Z') };
  expect(checkOriginality(at('2026-11-01T10:00:00Z'), [known])).toMatchObject({
    result: 'failed',
    evidence: [
      'it is the run of submission known: 3 of 3 attempts began at the same time and took as long',
    ],
  });
  expect(checkOriginality(at('2026-11-02T10:00:00Z'), [known]).result).toBe('passed');
});
