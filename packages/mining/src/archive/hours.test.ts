import { describe, expect, test } from 'vitest';
import { fillTemplate, hourOfFile, hoursOf } from './hours.ts';

const NOW = Date.UTC(2026, 0, 1);

describe('ranges of hours', () => {
  test('a day has 24 hours, none with a leading zero', () => {
    const hours = hoursOf('2024-02-29', undefined, NOW);
    expect(hours).toHaveLength(24);
    expect(hours.slice(0, 2)).toStrictEqual(['2024-02-29-0', '2024-02-29-1']);
    expect(hours.at(-1)).toBe('2024-02-29-23');
  });

  test('months and years are whole, the archive begins in February 2011', () => {
    expect(hoursOf('2024', undefined, NOW)).toHaveLength(366 * 24);
    expect(hoursOf('2024-02', '2024-03', NOW)).toHaveLength((29 + 31) * 24);
    expect(hoursOf('2011', undefined, NOW)[0]).toBe('2011-02-12-0');
    expect(hoursOf('2025-12-31-22', '2027', NOW)).toStrictEqual(['2025-12-31-22', '2025-12-31-23']);
  });

  test.each([
    ['2024-03', '2024-02', 'there are no archive hours between'],
    ['2024-13', '2024-13', '"2024-13" is not a year, month, day or hour'],
    ['2024-13', '2023-01', '"2024-13" is not'],
    ['2024-02-30', '2024-02-30', '"2024-02-30" is not'],
    ['2024-02-01-24', '2024-02-01-24', '"2024-02-01-24" is not'],
    ['2024', 'today', '"today" is not'],
  ])('from %s to %s there is no hour', (from, to, message) => {
    expect(() => hoursOf(from, to, NOW)).toThrow(message);
  });

  test('file names and URLs', () => {
    expect(hourOfFile('2024/2024-01-31-05.json.gz')).toBe('2024-01-31-5');
    expect(hourOfFile('2024-01-31-24.json.gz')).toBeUndefined();
    expect(hourOfFile('notes.json.gz')).toBeUndefined();
    expect(fillTemplate('https://x/{yyyy}/{mm}/{dd}/{h}/{hour}', '2024-01-31-5')).toBe(
      'https://x/2024/01/31/5/2024-01-31-5',
    );
  });

  test.each(['https://x/archive.json.gz', 'https://x/{yyyy}/{mm}/{dd}', 'file:///srv/{hour}'])(
    '%s is not a valid URL template',
    (template) => {
      expect(() => fillTemplate(template, '2024-01-31-5')).toThrow(
        'not a valid URL template for hours',
      );
    },
  );
});
