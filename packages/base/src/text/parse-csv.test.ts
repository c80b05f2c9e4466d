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
    'empty lines, short rows and empty fields after the last column',
    'a,b\n\n1\n1,2,,\n',
    [['a', 'b'], ['1'], ['1', '2']],
  ],
  [
    'semicolons',
    'a;b\n1,5;"2;3"\n',
    [
      ['a', 'b'],
      ['1,5', '2;3'],
    ],
  ],
  [
    'tabs',
    'a\tb c\n1\t2, 3\n',
    [
      ['a', 'b c'],
      ['1', '2, 3'],
    ],
  ],
  [
    'a delimiter named before the header',
    '\uFEFFsep=|\r\na|b,c\r\n1|2\r\n',
    [
      ['a', 'b,c'],
      ['1', '2'],
    ],
  ],
  [
    'line feeds only of the oldest kind',
    'a,b\r1,"2\r3"\r',
    [
      ['a', 'b'],
      ['1', '2\r3'],
    ],
  ],
  ['an empty file', '', []],
])('parses %s', (_name, text, rows) => {
  expect(parseCsv(text, 'x.csv')).toEqual(rows);
});

test.each([
  ['a quoted field that does not end', 'a,b\n1,"2', /^x\.csv: .*line 2/],
  ['a quote that the next row closes', 'a,b\n1,"2\n3,"4"\n', /^x\.csv: .*line 3/],
  ['a quote within an unquoted field', 'a,b\n1,2" wide\n', /^x\.csv: .*line 2/],
  [
    'a row with fields in wrong columns',
    'a,b\n1,"2\n3",4\n',
    /^x\.csv: .*line 3 has 3 fields.* 2$/,
  ],
])('names the file and the line of %s', (_name, text, message) => {
  expect(() => parseCsv(text, 'x.csv')).toThrow(
    expect.objectContaining({
      kind: 'invalid-file',
      message: expect.stringMatching(message) as string,
    }) as Error,
  );
});

test('any rows: quoted fields are read as they were written', () => {
  const table = fc.integer({ min: 1, max: 5 }).chain((columns) =>
    fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: columns, maxLength: columns }), {
      minLength: 1,
    }),
  );
  fc.assert(
    fc.property(table, (written) => {
      const quoted = written.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`));
      expect(parseCsv(quoted.map((row) => row.join(',')).join('\n'), 'x.csv')).toEqual(written);
    }),
  );
});
