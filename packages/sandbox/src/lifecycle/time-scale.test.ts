import { describe, expect, it } from 'vitest';
import { parseSlow, timeScale } from './time-scale.ts';

const machine = (load: number, slow?: string): Parameters<typeof timeScale>[1] => ({
  load,
  slow,
  processors: 2,
});

describe('timeScale', () => {
  it('extends the limits of builds and suites by the load per processor, at most fourfold', () => {
    expect(timeScale('grade', machine(0.3))).toBe(1);
    expect(timeScale('grade', machine(5))).toBe(2.5);
    expect(timeScale('build', machine(80))).toBe(4);
  });

  it('never extends the limits of an agent, which belong to the task', () => {
    expect(timeScale('agent', machine(80))).toBe(1);
    expect(timeScale('agent', machine(80, '9'))).toBe(1);
  });

  it('takes an explicit factor instead of measuring', () => {
    expect(timeScale('grade', machine(80, '1'))).toBe(1);
    expect(timeScale('build', machine(0, '12.5'))).toBe(12.5);
    expect(timeScale('build', machine(0, ''))).toBe(1);
  });
});

describe('parseSlow', () => {
  it.each(['0', '0.5', '101', 'fast', 'NaN', 'Infinity'])('rejects %s and names it', (value) => {
    expect(() => parseSlow(value)).toThrow(`"${value}" is not a number from 1 to 100`);
  });
});
