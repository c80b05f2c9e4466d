import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { FORMATS, type ReportFormat } from '../../test-reports/formats.ts';
import type * as countReportsModule from '../../test-reports/count-reports.ts';
import { reportPrograms } from './report-programs.ts';

test('a recipe contains the parser that it uses and no other', async () => {
  const names = [...(await reportPrograms('tap')).keys()];
  expect(names).toContain('tap.ts');
  expect(names.filter((name) => /junit|jest|libtest|xml/.test(name))).toEqual([]);
  expect([...(await reportPrograms('junit-xml')).keys()]).toContain('xml-events.ts');
  const all = [...(await reportPrograms('mixed')).keys()];
  const own = Object.keys(FORMATS).filter((format) => format !== 'tape');
  for (const format of own) expect(all).toContain(`${format}.ts`);
});

test.each(Object.keys(FORMATS) as ReportFormat[])(
  'the program for %s is complete',
  async (format) => {
    await using folder = await temporaryFolder();
    for (const [name, text] of await reportPrograms(format)) {
      await writeFile(join(folder.path, name), text);
    }
    const program = (await import(
      join(folder.path, 'count-reports.ts')
    )) as typeof countReportsModule;
    const printed: string[] = [];
    const status = program.countReports([format, '0', 'none'], {
      read: () => undefined,
      write: () => undefined,
      print: (line) => void printed.push(line),
      warn: () => undefined,
      variable: () => undefined,
    });
    expect({ status, printed }).toEqual({
      status: 0,
      printed: ['{"passed":0,"failed":1,"skipped":0,"total":1}'],
    });
  },
);
