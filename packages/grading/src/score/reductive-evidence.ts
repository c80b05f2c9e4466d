import type { ReductiveEvidence } from '@refbench/contracts';
import { addedLines, displayPath, parsePatch } from '@refbench/repos';
import type { Rule } from '@refbench/rule-engine';
import type { TreeScan } from '../scan/tree-scan.ts';

export interface EvidenceInput {
  readonly reductive: readonly Rule[];
  readonly base: TreeScan;
  readonly patched: TreeScan;
  /** Diff from base to the patched tree, as git prints it. */
  readonly patch: Buffer;
}

/**
 * Counts why each reductive rule stopped matching: its files no longer parse, were only deleted or
 * lost lines, or contain other code. Rules that still match, or may, are not counted. Returns null
 * if the patch cannot be read.
 */
export function reductiveEvidence(input: EvidenceInput): ReductiveEvidence | null {
  const { reductive, base, patched, patch } = input;
  const parsed = parsePatch(patch);
  if (parsed.kind === 'rejected') return null;
  const written = new Set([...addedLines(parsed).keys()].map(displayPath));
  const unparsable = new Set(patched.broken.filter((file) => !base.broken.includes(file)));
  const unmatched = unmatchedRules(reductive, patched);
  const by = { changed: 0, deleted: 0, unparsable: 0 };
  const files = filesByRule(base);
  for (const { id } of unmatched) {
    const own = [...(files.get(id) ?? [])];
    if (own.some((file) => unparsable.has(file))) by.unparsable += 1;
    else if (own.length > 0 && own.every((file) => !written.has(file))) by.deleted += 1;
    else by.changed += 1;
  }
  return by;
}

function unmatchedRules(rules: readonly Rule[], scan: TreeScan): readonly Rule[] {
  const matching = new Set(scan.witnesses.map(({ rule }) => rule));
  const failed = new Set(scan.errors.map(({ rule }) => rule));
  if (failed.has(null)) return [];
  return rules.filter(({ id }) => !matching.has(id) && !failed.has(id));
}

function filesByRule({ witnesses }: TreeScan): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  for (const { rule, file } of witnesses) {
    const own = files.get(rule) ?? new Set();
    files.set(rule, own.add(file));
  }
  return files;
}
