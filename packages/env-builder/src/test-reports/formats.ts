import { parseAutomake } from './automake.ts';
import { parseCtest } from './ctest.ts';
import { parseGoTestJson } from './go-test-json.ts';
import { parseJestJson } from './jest-json.ts';
import { parseJunitXml } from './junit-xml.ts';
import { parseLibtest } from './libtest.ts';
import { parseMochaJson } from './mocha-json.ts';
import { parseTap, parseTape } from './tap.ts';
import type { ReportParser } from './test-report.ts';
import { parseTestLines } from './test-lines.ts';
import { parseUnittest } from './unittest.ts';
import { parseUvu } from './uvu.ts';

export type ReportFormat =
  | 'automake'
  | 'ctest'
  | 'go-test-json'
  | 'jest-json'
  | 'junit-xml'
  | 'libtest'
  | 'mocha-json'
  | 'tap'
  | 'tape'
  | 'test-lines'
  | 'unittest'
  | 'uvu';

/** Every format by the name that recipes use. */
export const FORMATS: Readonly<Record<ReportFormat, ReportParser>> = {
  automake: parseAutomake,
  ctest: parseCtest,
  'go-test-json': parseGoTestJson,
  'jest-json': parseJestJson,
  'junit-xml': parseJunitXml,
  libtest: parseLibtest,
  'mocha-json': parseMochaJson,
  tap: parseTap,
  tape: parseTape,
  'test-lines': parseTestLines,
  unittest: parseUnittest,
  uvu: parseUvu,
};

export function isReportFormat(name: string): name is ReportFormat {
  return Object.keys(FORMATS).includes(name);
}

/** In place of a format: each report has the format that its extension names, e.g. `0.mocha-json`. */
export const BY_EXTENSION = 'by-extension';

/** Returns the parser of a report, or undefined if no format is known for it. */
export function parserOf(
  format: ReportFormat | typeof BY_EXTENSION,
  path: string,
): ReportParser | undefined {
  const name = format === BY_EXTENSION ? path.slice(path.lastIndexOf('.') + 1) : format;
  return isReportFormat(name) ? FORMATS[name] : undefined;
}
