import { expect, test } from 'vitest';
import { scanSources } from '../scan/scan-files.ts';
import { opengrepRules, read, text } from './opengrep.testkit.ts';
import { engineOf } from './scripted-engine.testkit.ts';

/** Fails where the file and the rule of the culprit meet, and reports nothing otherwise. */
const CULPRIT = `
echo run >> "$folder/runs"
for argument in "$@"; do case $argument in *.json) files="$files $argument" ;; esac; done
if cat $files | grep -q bad.js && cat $files | grep -q culprit; then FAIL; fi
echo '{"results": [], "errors": []}'`;

test.each([
  ['dies', 'kill -SEGV $$', 'SIGSEGV', {}],
  ['ends without a report', 'echo nonsense; exit 3', 'exit code 3', {}],
  ['hangs', 'sleep 600', 'took longer', { timeoutMs: 3_000 }],
  ['floods its output', 'yes', 'wrote more than', { outputBytes: 100_000 }],
])('a program that %s: the file and the rule are named', async (_, fail, reason, limits) => {
  const faulty = await engineOf(
    CULPRIT.replace('FAIL', () => fail),
    limits,
  );
  const rules = opengrepRules({ pattern: 'fine' }, { pattern: 'culprit' });
  const files = read(text('a.js', '1'), text('bad.js', '1'), text('c.js', '1'));
  const result = await scanSources(rules, files, { engines: faulty.engines });
  expect(result.errors).toEqual([
    { rule: 'r1', file: 'bad.js', reason: expect.stringContaining(reason) as string },
  ]);
});

test('an error that fails a whole file is traced to its rule', async () => {
  const faulty = await engineOf(
    CULPRIT.replace(
      'FAIL',
      `echo '{"results": [], "errors": [{"error_type": "Out of memory", "rule_id": "rule-0", "location": {"path": "bad.js"}}]}'; exit 0`,
    ),
  );
  const rules = opengrepRules({ pattern: 'fine' }, { pattern: 'culprit' });
  const files = read(text('a.js', '1'), text('bad.js', '1'));
  const result = await scanSources(rules, files, { engines: faulty.engines });
  expect(result.errors).toEqual([{ rule: 'r1', file: 'bad.js', reason: 'Out of memory' }]);
});

test('an aborted scan rejects with the reason of its signal', async () => {
  const slow = await engineOf('sleep 600');
  const reason = new Error('enough');
  const scan = scanSources(opengrepRules({ pattern: 'a' }), read(text('a.js', 'a')), {
    engines: slow.engines,
    signal: AbortSignal.abort(reason),
  });
  await expect(scan).rejects.toBe(reason);
});

test('without engines, an OpenGrep rule is an error and not a rule without matches', async () => {
  const result = await scanSources(opengrepRules({ pattern: 'a' }), read(text('a.js', 'a')));
  expect(result.errors).toMatchObject([{ rule: 'r0' }]);
});
