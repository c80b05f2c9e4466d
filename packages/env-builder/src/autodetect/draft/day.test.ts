import { expect, test } from 'vitest';
import { redated } from './day.ts';

test('a recipe of another commit gets the time of this one', () => {
  const text = [
    'npm_config_before=2024-05-06T07:08:09.000Z',
    '--publish-time 2024-05-06T07:08:09Z',
    'for day in 2024-05-06 2024-05-20; do',
  ].join('\n');
  const [from, to] = [new Date('2024-05-06T07:08:09Z'), new Date('2019-01-02T03:04:05Z')];
  expect(redated(text, from, to).split('\n')).toEqual([
    'npm_config_before=2019-01-02T03:04:05.000Z',
    '--publish-time 2019-01-02T03:04:05Z',
    'for day in 2019-01-02 2024-05-20; do',
  ]);
});
