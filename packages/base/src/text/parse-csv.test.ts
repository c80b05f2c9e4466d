import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCsv } from './parse-csv.ts';

test.each([
  [
    'fields with commas, quotes and line breaks',
    'a,b\n"1,2","x""y\nz"\n',
    [
      ['a', 'b'],
      ['1,2', 'x"y\nz'],
    ],
  ],
  [
    'CRLF and a byte order mark',
    '\uFEFFa,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'empty lines and rows of other lengths',
    'a,b\n\n1\n1,2,3',
    [['a', 'b'], ['1'], ['1', '2', '3']],
  ],
  ['a quote within an unquoted field', 'a"b,c', [['a"b', 'c']]],
  ['an empty file', '', []],
])('parses %s', (_name, text, rows) => {
  expect(parseCsv(text, 'x.csv')).toEqual(rows);
});

test('names the file and the line of a quoted field that does not end', () => {
  expect(() => parseCsv('a,b\n1,"2', 'x.csv')).toThrow(
    expect.objectContaining({
      kind: 'invalid-file',
      message: expect.stringMatching(/^x\.csv: .*line 2/) as string,
    }) as Error,
  );
});

test('any rows: quoted fields are read as they were written', () => {
  const rows = fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(rows, (written) => {
      const quoted = written.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`));
      expect(parseCsv(quoted.map((row) => row.join(',')).join('\n'), 'x.csv')).toEqual(written);
    }),
  );
});
