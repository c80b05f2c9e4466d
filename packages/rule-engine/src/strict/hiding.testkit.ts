import { describe, expect, test } from 'vitest';
import { bytePath } from '@refbench/repos';
import { contextOf } from '../rule-context.testkit.ts';
import type { EngineScanOptions } from '../scan/scan-files.ts';
import { measureTree } from './measure-tree.ts';
import {
  at,
  BASE,
  bytes,
  gone,
  measured,
  NEW,
  OLD,
  referenceOf,
  withFile,
  type Change,
} from './measure-tree.testkit.ts';

/** Declares the tests that hold for the rules of both dialects. */
export function testHidingFiles(
  dialect: 'ast-grep' | 'OpenGrep',
  own: Readonly<Record<string, string>>,
  scanOptions: EngineScanOptions = {},
): void {
  describe(`a file that hides from a reductive rule of ${dialect}`, () => {
    const inBase = { ...BASE, 'src/a.ts': `${NEW}\n` };

    test(
      'counts as still matching, regardless of how it is hidden',
      { timeout: 300_000 },
      async () => {
        const hiding: Record<string, Change> = {
          'a NUL byte': [at('src/a.ts', `${OLD}\n// \0\n`)],
          'a byte that is not UTF-8': [at('src/a.ts', bytes(`${OLD}\n// `, 0xff, 0x0a))],
          'UTF-16': [at('src/a.ts', Buffer.from(OLD, 'utf16le'))],
          'too large': [at('src/a.ts', OLD + ' '.repeat(4_000_001))],
          'a syntax error': [at('src/a.ts', `((([[[{{{ "'\n${OLD}`)],
          'JavaScript, types stripped': [gone, at('src/a.js', OLD.replaceAll(': number', ''))],
          'JavaScript in another folder': [gone, at('lib/a.mjs', 'oldCall(1);\n')],
          'no extension of a language': [gone, at('src/a.data', OLD)],
          'another name and a NUL byte': [gone, at('src/z.ts', `${OLD}\n\0`)],
          // OpenGrep reads both with rules for TypeScript, so nothing is hidden there.
          ...(dialect === 'ast-grep' ? { 'a family member': [gone, at('src/a.tsx', OLD)] } : {}),
        };
        const found = await measured(hiding, inBase, own, scanOptions);
        for (const [name, { rules, satisfied, measurement }] of found) {
          if (name === 'golden') continue;
          expect([name, rules.reductive, satisfied]).toEqual([name, 0, []]);
          expect([name, measurement.following?.ifr.total]).toEqual([name, 0]);
          expect([name, measurement.hidden.length]).toEqual([name, name === 'nop' ? 0 : 1]);
        }
        expect(found.get('golden')).toMatchObject({ rules: { total: 1 } });
        expect(found.get('golden')?.measurement).toMatchObject({
          hidden: [],
          outsideSource: [],
          following: { ifr: { additive: 1, reductive: 1, total: 1 } },
        });
      },
    );

    test('counts as still matching behind a link', { timeout: 300_000 }, async () => {
      await using context = await contextOf(BASE, inBase);
      const reference = await referenceOf(context, own, scanOptions);
      const path = bytePath('src/a.ts');
      const link = { path, mode: '120000' as const, bytes: Buffer.from('/etc/a.ts') };
      const treeish = await withFile(context, link);
      const { rules, measurement } = await measureTree(reference, treeish, scanOptions);
      expect(rules.reductive).toBe(0);
      expect(measurement.hidden).toMatchObject([{ kind: 'unscannable', now: 'src/a.ts' }]);
    });

    test(
      'changes no count by comments and files that other scanners obey',
      { timeout: 300_000 },
      async () => {
        const hiding = {
          'a comment': [at('src/a.ts', `${OLD.replace('(1));', '(1)); // nosemgrep')}\n`)],
          'an ignore comment of the engine': [at('src/a.ts', `// ast-grep-ignore\n${OLD}\n`)],
          'ignore files': ['.semgrepignore', '.opengrepignore', 'src/.semgrepignore'].map((path) =>
            at(path, '*\n'),
          ),
          'a file of 1.1 MB': [at('src/a.ts', `${OLD}\n${'// filler\n'.repeat(110_000)}`)],
          'a minified file': [
            at('src/a.ts', `${'x=1;'.repeat(50_000)}${OLD.replaceAll('\n', ';')}`),
          ],
          'another extension': [gone, at('src/a.jsx', OLD)],
        };
        for (const [name, { rules }] of await measured(hiding, inBase, own, scanOptions)) {
          if (name === 'golden') continue;
          expect([name, rules]).toEqual([name, { additive: 0, reductive: 0, total: 0 }]);
        }
      },
    );
  });
}
