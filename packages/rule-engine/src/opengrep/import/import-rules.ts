import type { ScanResult } from '../../scan-result.ts';
import type { ReadTree } from '../../scan-opengrep.ts';
import type { ExternalProgram } from '../external/external-program.ts';
import { scanExternally, type ExternalScanOptions } from '../external/scan-externally.ts';
import { openNativeScanner } from '../native-scanner.ts';
import type { OpengrepRule } from './rule-files.ts';
import { verifyRule, type EngineAnswer, type VerifiedRule } from './verify-rule.ts';

export interface ImportOptions {
  readonly base: ReadTree;
  readonly golden: ReadTree;
  /** Verifies every match, and runs what the native engine cannot. */
  readonly program: ExternalProgram | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Stands for the program's scan, e.g. to keep it. */
  readonly scanWithProgram?: typeof scanExternally;
}

/** Runs every rule on base and golden, natively and by the program, and says who may run it. */
export async function importRules(
  rules: readonly OpengrepRule[],
  options: ImportOptions,
): Promise<readonly VerifiedRule[]> {
  const native = await scanBothNatively(rules, options);
  const external = await scanBoth(rules, options);
  return rules.map((rule) =>
    verifyRule(rule, {
      native: nativeAnswer(rule, native),
      external: external && answerOf(rule, external),
    }),
  );
}

interface BothScans {
  readonly base: ScanResult;
  readonly golden: ScanResult;
}

interface NativeScans extends BothScans {
  readonly unsupported: ReadonlyMap<string, string>;
}

async function scanBothNatively(
  rules: readonly OpengrepRule[],
  { base, golden, signal }: ImportOptions,
): Promise<NativeScans> {
  await using scanner = await openNativeScanner(rules, { signal });
  return {
    unsupported: scanner.unsupported,
    base: await scanner.scan(base()),
    golden: await scanner.scan(golden()),
  };
}

async function scanBoth(
  rules: readonly OpengrepRule[],
  { program, base, golden, signal, scanWithProgram = scanExternally }: ImportOptions,
): Promise<BothScans | undefined> {
  if (program === undefined) return undefined;
  const options: ExternalScanOptions = { signal };
  return {
    base: await scanWithProgram(program, rules, base(), options),
    golden: await scanWithProgram(program, rules, golden(), options),
  };
}

function nativeAnswer(rule: OpengrepRule, scans: NativeScans): EngineAnswer {
  const reason = scans.unsupported.get(rule.id);
  return reason === undefined ? answerOf(rule, scans) : { kind: 'failed', reason };
}

/** A rule that failed on one file has no known matches. */
function answerOf(rule: OpengrepRule, { base, golden }: BothScans): EngineAnswer {
  const failure = [...base.errors, ...golden.errors].find(
    (error) => error.rule === rule.id || error.rule === null,
  );
  if (failure !== undefined) {
    const where = failure.file === '' ? '' : `${failure.file}: `;
    return { kind: 'failed', reason: `${where}${failure.reason}` };
  }
  const matches = (scan: ScanResult): ScanResult['witnesses'] =>
    scan.witnesses.filter((witness) => witness.rule === rule.id);
  return { kind: 'matches', base: matches(base), golden: matches(golden) };
}
