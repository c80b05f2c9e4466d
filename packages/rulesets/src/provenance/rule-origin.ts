import { TOOL_VERSION } from '@refbench/contracts';
import { OPENGREP_VERSION, astGrepVersion, type Rule } from '@refbench/rule-engine';
import type {
  Provenance,
  ProvenanceEntry,
  ProvenanceHow,
  RuleAuthor,
} from './provenance-record.ts';

export interface OriginOptions {
  readonly by: RuleAuthor;
  readonly how: ProvenanceHow;
  /** The time of the entries. The default is now. */
  readonly at?: Date | undefined;
  /** The default is the pinned version. */
  readonly opengrepVersion?: string | undefined;
}

/** Creates the provenance entries of rules that this version of the tool checked. */
export function provenanceEntries(
  rules: readonly Rule[],
  { by, how, at = new Date(), opengrepVersion = OPENGREP_VERSION }: OriginOptions,
): readonly ProvenanceEntry[] {
  return rules.map(({ id, side, digest, dialect }) => ({
    rule: id,
    side,
    digest,
    by,
    how,
    at: at.toISOString(),
    tool: TOOL_VERSION,
    engine: {
      name: dialect,
      version: dialect === 'ast-grep' ? astGrepVersion() : opengrepVersion,
    },
  }));
}

/** Returns the latest entry for exactly this version of a rule; undefined if its origin is unknown. */
export function originOf(
  { rules }: Provenance,
  rule: Pick<Rule, 'id' | 'side' | 'digest'>,
): ProvenanceEntry | undefined {
  return rules.findLast(
    (entry) => entry.rule === rule.id && entry.side === rule.side && entry.digest === rule.digest,
  );
}

const MODEL = 'model:';

/** Writes an author as one word or name: `miner`, `model:NAME`, or the name of a person. */
export function authorText(author: RuleAuthor): string {
  if (author.kind === 'miner') return 'miner';
  return author.kind === 'model' ? `${MODEL}${author.name}` : author.name;
}

/** Reads the notation of {@link authorText}. Any other text is the name of a person. */
export function parseAuthor(text: string): RuleAuthor {
  if (text === 'miner') return { kind: 'miner' };
  const name = text.startsWith(MODEL) ? text.slice(MODEL.length) : '';
  return name === '' ? { kind: 'person', name: text } : { kind: 'model', name };
}
