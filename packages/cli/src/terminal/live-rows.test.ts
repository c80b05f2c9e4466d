import type { Score } from '@refbench/contracts';
import { expect, test } from 'vitest';
import { elapsed, LiveRows } from './live-rows.ts';

test('a row appears with its phase and disappears with its score', () => {
  let now = 0;
  const rows = new LiveRows(() => now);
  rows.apply({ kind: 'planned', run: 'r', folder: '/r', attempts: 2 });
  rows.apply({ kind: 'preparing', instance: 'a__b-00000000', message: 'image\u001b[2J' });
  now = 65_000;
  expect(rows.render(80)).toBe(
    '0/2 done, 1:05\n' +
      '  instance       agent  phase      time  last output\n' +
      '  a__b-00000000         image [2J  1:05',
  );
  rows.apply({
    kind: 'phase',
    instance: 'a__b-00000000',
    agent: 'nop',
    attempt: 1,
    phase: 'testing',
  });
  expect(rows.render(80).split('\n')[2]).toBe('  a__b-00000000  nop #1  running the tests  0 s');
  rows.apply({ kind: 'failed', instance: 'a__b-00000000', agent: 'nop', reason: 'x', hint: '' });
  expect(rows.render(80)).toBe('1/2 done, 1:05');
});

test('cost, last line and remaining time are shown, also in a heartbeat', () => {
  let now = 0;
  const rows = new LiveRows(() => now);
  const one = { instance: 'a__b-00000000', agent: 'mine', attempt: 1 };
  rows.apply({ kind: 'planned', run: 'r', folder: '/r', attempts: 3 });
  rows.apply({ kind: 'phase', ...one, phase: 'inferring' });
  rows.apply({ kind: 'spent', ...one, usd: 1.234 });
  rows.apply({ kind: 'output', ...one, text: 'first\nsecond' });
  now = 30_000;
  expect(rows.render(80).split('\n').slice(1)).toEqual([
    '  instance       agent    phase              time  $     last output',
    '  a__b-00000000  mine #1  running the agent  30 s  1.23  second',
  ]);
  const row = 'a__b-00000000  mine #1  running the agent  30 s  $1.23  | second';
  expect(rows.heartbeat()).toBe(`0/3 done, $1.23, 30 s; ${row}`);
  rows.apply({ kind: 'scored', score: { ...one } as Score, reused: false });
  expect(rows.render(200)).toBe('1/3 done, $1.23, 30 s, 120 per hour, about 1:00 left');
});

test('an attempt that is graded again counts once, and its row does not stay', () => {
  const rows = new LiveRows(() => 0);
  const one = { instance: 'a__b-00000000', agent: 'mine', attempt: 1 };
  rows.apply({ kind: 'planned', run: 'r', folder: '/r', attempts: 2 });
  for (let times = 0; times < 2; times += 1) {
    rows.apply({ kind: 'phase', ...one, phase: 'testing' });
    rows.apply({ kind: 'scored', score: { ...one } as Score, reused: false });
    expect(rows.heartbeat()).toMatch(/^1\/2 done, [^;]*$/);
  }
  // Grading again failed, so no second score follows.
  rows.apply({ kind: 'phase', ...one, phase: 'testing' });
  rows.apply({ kind: 'calibrated', instance: one.instance, differences: [], regraded: 1 });
  expect(rows.heartbeat()).toMatch(/^1\/2 done, [^;]*$/);
});

test('a phase shows what is left of its estimate, and its steps do not start the time anew', () => {
  let now = 0;
  const instance = 'a__b-00000000';
  const rows = new LiveRows(() => now);
  rows.apply({ kind: 'planned', run: 'r', folder: '/r', attempts: 2, expected_ms: 600_000 });
  rows.apply({ kind: 'instance-phase', instance, phase: 'calibrating', expected_ms: 120_000 });
  now = 30_000;
  rows.apply({ kind: 'preparing', instance, message: 'baseline 2/5 on base' });
  expect(rows.heartbeat()).toBe(
    `0/2 done, 30 s, about 9:30 left; ${instance}  baseline 2/5 on base  30 s, 1:30 left`,
  );
  now = 150_000;
  expect(rows.heartbeat()).toContain('baseline 2/5 on base  2:30');
  rows.apply({ kind: 'instance-phase', instance, phase: 'ready', expected_ms: null });
  expect(rows.heartbeat()).toBe('0/2 done, 2:30, about 7:30 left');
});

test('no line is wider than the terminal', () => {
  const rows = new LiveRows(() => 0);
  rows.apply({ kind: 'preparing', instance: 'a__b-00000000', message: 'x'.repeat(200) });
  expect(
    Math.max(
      ...rows
        .render(40)
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBe(39);
});

test('there are no more lines than the terminal shows', () => {
  const rows = new LiveRows(() => 0);
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    rows.apply({ kind: 'preparing', instance: `${name}__b-00000000`, message: 'image' });
  }
  const lines = rows.render(80, 7).split('\n');
  expect(lines).toHaveLength(6);
  expect(lines.at(-1)).toBe('  and 2 more');
});

test.each([
  [900, '0 s'],
  [59_999, '59 s'],
  [60_000, '1:00'],
  [3_725_000, '1:02:05'],
])('%d ms are %s', (milliseconds, text) => {
  expect(elapsed(milliseconds)).toBe(text);
});
