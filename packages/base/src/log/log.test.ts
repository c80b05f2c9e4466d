import { expect, test } from 'vitest';
import { attachLogSink, logOf, withLogContext, type LogLine } from './log.ts';

test('a line carries its component and the context of the work that caused it', async () => {
  const lines: LogLine[] = [];
  const log = logOf('git');
  log.info({}, 'nobody listens');
  const sink = attachLogSink((line) => lines.push(line));
  await withLogContext({ run: 'nightly' }, async () => {
    await Promise.all(
      ['one', 'two'].map((instance) =>
        withLogContext({ instance }, async () => {
          await Promise.resolve();
          log.debug({ ms: 3 }, instance);
        }),
      ),
    );
    log.warn({}, 'after');
  });
  log.error({}, 'outside');
  sink[Symbol.dispose]();
  log.info({}, 'nobody listens any more');
  expect(lines.map(({ level, context, message }) => ({ level, context, message }))).toEqual([
    { level: 'debug', context: { run: 'nightly', instance: 'one' }, message: 'one' },
    { level: 'debug', context: { run: 'nightly', instance: 'two' }, message: 'two' },
    { level: 'warn', context: { run: 'nightly' }, message: 'after' },
    { level: 'error', context: {}, message: 'outside' },
  ]);
  expect(lines[0]).toMatchObject({ component: 'git', fields: { ms: 3 } });
});
