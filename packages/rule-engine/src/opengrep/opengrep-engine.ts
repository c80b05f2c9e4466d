import { digestOf } from '@refbench/base';
import type {
  PlannedRule,
  RuleEngine,
  ScanOptions,
  ScanPlan,
  ScanUnit,
  ShardResult,
  Wanted,
} from '../matches/rule-engine.ts';
import type { OpengrepRule, SourceFile } from '../rule/rule.ts';
import { BatchQueue } from './batch-queue.ts';
import type { OpengrepIdentity, OpengrepSource } from './program/opengrep-program.ts';
import type { BatchLimits, FileOutcome } from './scan-batch.ts';
import { languagesOfRule, mayRead } from './targets.ts';

/** Increased when this code interprets the output of the program differently. */
const ADAPTER_VERSION = 1;

/** Large enough to amortise a start, small enough for the memory. */
const BATCH_BYTES = 128 * 2 ** 20;

/** Runs OpenGrep rules with OpenGrep. */
export class OpengrepEngine implements RuleEngine<OpengrepRule> {
  private readonly source: OpengrepSource;
  private readonly limits: Partial<BatchLimits>;
  private readonly queue: BatchQueue;

  constructor(source: OpengrepSource, limits: Partial<BatchLimits> = {}) {
    this.source = source;
    this.limits = limits;
    this.queue = new BatchQueue((batch) => this.run(batch));
  }

  identity(): Promise<OpengrepIdentity> {
    return this.source.identity();
  }

  /**
   * Makes sure that the program is installed.
   * @throws RefbenchError kind `engine`
   */
  async prepare(signal?: AbortSignal): Promise<void> {
    await this.source.program(signal);
  }

  async digest(): Promise<ReturnType<typeof digestOf>> {
    return digestOf({ ...(await this.source.identity()), adapter: ADAPTER_VERSION });
  }

  plan(rules: readonly OpengrepRule[]): ScanPlan<OpengrepRule> {
    const planned = rules.map((rule, index) => ({ rule, index }));
    const languages = new Map(rules.map((rule) => [rule, languagesOfRule(rule)]));
    return {
      rules,
      wantedFor: (file) => {
        const readers = planned.filter(({ rule }) =>
          (languages.get(rule) ?? []).some((language) => mayRead(language, file)),
        );
        return wantedBy(readers, file);
      },
      scan: (units, options, onResult) => this.scan(planned, units, options, onResult),
    };
  }

  private async scan<U extends ScanUnit<OpengrepRule>>(
    rules: readonly PlannedRule<OpengrepRule>[],
    units: AsyncIterable<U>,
    { signal }: ScanOptions,
    onResult: (result: ShardResult<U>) => void,
  ): Promise<void> {
    let batch: U[] = [];
    let bytes = 0;
    const flush = async (): Promise<void> => {
      const some = batch;
      batch = [];
      bytes = 0;
      const wanted = new Set(some.flatMap((unit) => unit.wanted.rules.map(({ index }) => index)));
      const used = rules.filter(({ index }) => wanted.has(index));
      const outcomes = await this.queue.add({ rules: used, files: some, signal });
      for (const [index, unit] of some.entries()) onResult(resultOf(unit, outcomes[index]));
    };
    for await (const unit of units) {
      signal?.throwIfAborted();
      batch.push(unit);
      bytes += unit.bytes.length;
      if (bytes >= BATCH_BYTES) await flush();
    }
    if (batch.length > 0) await flush();
    signal?.throwIfAborted();
  }

  private async run(batch: {
    readonly rules: readonly PlannedRule<OpengrepRule>[];
    readonly files: readonly SourceFile[];
    readonly signal: AbortSignal;
  }): Promise<readonly FileOutcome[]> {
    const program = await this.source.program(batch.signal);
    // Loaded lazily, because most scans find all matches in the cache.
    const { scanBatch } = await import('./scan-batch.ts');
    return await scanBatch(program, { ...batch, limits: this.limits });
  }
}

/** Rules with globs depend on the whole path. For the others, the file name extension is sufficient. */
function wantedBy(
  rules: readonly PlannedRule<OpengrepRule>[],
  { path, executable = false }: Pick<SourceFile, 'path' | 'executable'>,
): readonly Wanted<OpengrepRule>[] {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const mode = executable ? '*' : '';
  const anywhere = rules.filter(({ rule }) => rule.pathGlobs.length === 0);
  const bound = rules.filter(({ rule }) => rule.pathGlobs.length > 0);
  return [
    { kind: `opengrep${mode} ${name.slice(Math.max(name.lastIndexOf('.'), 0))}`, rules: anywhere },
    { kind: `opengrep${mode} /${path}`, rules: bound },
  ].filter((wanted) => wanted.rules.length > 0);
}

function resultOf<U extends ScanUnit<OpengrepRule>>(
  unit: U,
  outcome: FileOutcome | undefined,
): ShardResult<U> {
  if (outcome === undefined) return { unit, kind: 'skipped', reason: 'it was not scanned' };
  if (outcome.kind === 'skipped') return { unit, ...outcome };
  const { broken, places, errors } = outcome;
  const { rules } = unit.wanted;
  return {
    unit,
    kind: 'scanned',
    broken,
    matches: rules.flatMap(({ rule: { id }, index }) =>
      errors.has(index) ? [] : [{ rule: { id, index }, places: places.get(index) ?? [] }],
    ),
    errors: rules.flatMap(({ rule: { id }, index }) => {
      const error = errors.get(index);
      if (error === undefined) return [];
      return [{ rule: id, file: error.everywhere ? '' : unit.path, reason: error.reason }];
    }),
  };
}
