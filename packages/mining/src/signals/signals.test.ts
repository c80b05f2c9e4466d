import { describe, expect, test } from 'vitest';
import { parsePatch } from '@refbench/repos';
import { signalsOf, type Signals } from './signals.ts';

function signals(...files: readonly string[]): Signals {
  const patch = parsePatch(Buffer.from(files.join('')));
  if (patch.kind === 'rejected') throw new Error(patch.reason);
  return signalsOf(patch);
}

/** One hunk that changes the first lines of a file. */
function change(path: string, removed: readonly string[], added: readonly string[]): string {
  const body = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  const [olds, news] = [removed.length, added.length];
  return `--- a/${path}\n+++ b/${path}\n@@ -${olds === 0 ? 0 : 1},${olds} +${news === 0 ? 0 : 1},${news} @@\n${body.join('\n')}\n`;
}

describe('signals', () => {
  test('lines that move to another file count as kept, not as new', () => {
    const lines = ['function alpha() {', '  return beta(gamma);', '  // the end of it'];
    const found = signals(change('a.js', lines, []), change('b.js', [], lines));
    expect(found).toMatchObject({ kept: 1, novelty: 0, balance: 1 });
  });

  test('a renaming in all places is consistent', () => {
    const olds = Array.from({ length: 6 }, (_, at) => `call${at}(oldName, ${at});`);
    const news = olds.map((line) => line.replace('oldName', 'newName'));
    expect(signals(change('a.js', olds, news))).toMatchObject({ renaming: 1, kept: 1, novelty: 0 });
  });

  test('a name that becomes many names is not a renaming', () => {
    const olds = Array.from({ length: 6 }, (_, at) => `call${at}(oldName, ${at});`);
    const news = olds.map((line, at) => line.replace('oldName', `name${at}`));
    expect(signals(change('a.js', olds, news))).toMatchObject({ renaming: 0, kept: 0 });
  });

  test('a change of indentation only', () => {
    const found = signals(
      change('a.py', ['x = call(y)', 'z = x + 1'], ['    x = call(y)', '    z = x + 1']),
    );
    expect(found.whitespace).toBe(1);
  });

  test('new code is new', () => {
    const found = signals(change('a.py', [], ['def feature(x):', '    return x * answer']));
    expect(found).toMatchObject({ novelty: 1, balance: 0, kept: 0 });
  });

  test('imports, tests, foreign files; lock files do not count', () => {
    const found = signals(
      change('src/a.py', ['import one'], ['import two']),
      change('tests/test_a.py', ['alpha = 1'], ['beta = foo']),
      change('docs/readme.md', ['Hello'], ['World']),
      change('package-lock.json', Array<string>(90).fill('"a": 1'), []),
    );
    expect(found.imports).toBeCloseTo(2 / 4);
    expect(found.tests).toBeCloseTo(2 / 4);
    expect(found.foreign).toBeCloseTo(2 / 6);
  });

  test('hunks of one shape are a template', () => {
    const files = ['a', 'b', 'c', 'd'].map((name) =>
      change(`${name}.go`, [`old(${name})`], [`fresh.Call(${name}, 1)`]),
    );
    expect(signals(...files).template).toBe(1);
    expect(signals(...files.slice(0, 2)).template).toBe(0);
  });

  test('an empty patch has no faults', () => {
    expect(signals()).toMatchObject({ novelty: 0, whitespace: 0, foreign: 0 });
  });
});
