import { parseAutomake } from './automake.ts';
import { parseCtest } from './ctest.ts';
import { parseGoTestJson } from './go-test-json.ts';
import { parseJestJson } from './jest-json.ts';
import { parseJsonLines } from './json-lines.ts';
import { parseJunitXml } from './junit-xml.ts';
import { parseLibtest } from './libtest.ts';
import { parseMochaJson } from './mocha-json.ts';
import { parseTap } from './tap.ts';
import { parseTape } from './tape.ts';
import type { ReportParser } from './test-report.ts';
import { parseTestLines } from './test-lines.ts';
import { parseUnittest } from './unittest.ts';
import { parseUvu } from './uvu.ts';

export type ReportFormat =
  | 'automake'
  | 'ctest'
  | 'go-test-json'
  | 'jest-json'
  | 'json-lines'
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
  'json-lines': parseJsonLines,
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
