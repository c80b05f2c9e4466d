import type { Witness } from '@refbench/contracts';
import type { ScanError } from '../../scan-result.ts';
import type { ScannerProcess } from '../../scanner-process.ts';
import { linePlaces } from './line-places.ts';
import { opengrepScanAnswerSchema, type OpengrepScanAnswer } from './messages.ts';

/** All rules on one file; then each alone, to name the one at fault. */
const FILE_MS = 120_000;
const RULE_MS = 30_000;
const MAX_FAILURES_A_FILE = 3;

interface NumberedRule {
  readonly id: string;
  /** Among the rules that the scanner was greeted with. */
  readonly index: number;
}

/** The matches of rules in one file, and for which of them there is no answer. */
export async function scanFile(
  scanner: ScannerProcess,
  path: string,
  text: string,
  rules: readonly NumberedRule[],
): Promise<readonly (Witness | ScanError)[]> {
  const ask = async (some: readonly NumberedRule[], timeoutMs: number): Promise<unknown> => {
    const question = { kind: 'scan', path, text, rules: some.map(({ index }) => index) };
    const answer = await scanner.ask(question, timeoutMs);
    return answer.kind === 'answered' ? answer.value : answer.kind;
  };
  const places = linePlaces(text);
  const read = (
    some: readonly NumberedRule[],
    answer: OpengrepScanAnswer,
  ): readonly (Witness | ScanError)[] =>
    some.flatMap(({ id }, index): readonly (Witness | ScanError)[] => {
      const found = answer[index] ?? { error: 'no answer' };
      if ('error' in found) return [{ rule: id, file: path, reason: found.error }];
      return pairs(found.offsets).map(([start, end]) => ({
        rule: id,
        file: path,
        ...places(start, end),
      }));
    });
  const together = await ask(rules, FILE_MS);
  if (typeof together !== 'string') return read(rules, opengrepScanAnswerSchema.parse(together));
  const found: (Witness | ScanError)[] = [];
  let failures = 0;
  for (const rule of rules) {
    // A file that no rule gets through is not tried again for each of a hundred rules.
    const alone = failures < MAX_FAILURES_A_FILE ? await ask([rule], RULE_MS) : together;
    if (typeof alone === 'string') {
      failures += 1;
      found.push({ rule: rule.id, file: path, reason: `the scan ${alone}` });
    } else found.push(...read([rule], opengrepScanAnswerSchema.parse(alone)));
  }
  return found;
}

function pairs(numbers: readonly number[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    found.push([numbers[at] ?? 0, numbers[at + 1] ?? 0]);
  }
  return found;
}
