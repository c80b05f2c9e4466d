import type { ScanOptions } from '@refbench/rule-engine';
import { coveredLines } from '@refbench/rulesets';
import { scanFiles } from '@refbench/rule-engine';
import type { RulesetSide, Witness } from '@refbench/contracts';
import { sha256OfBytes, sortByText } from '@refbench/base';
import { lineNumbers, restrictChange, type Change, type ChangeSide } from '../change/change.ts';
import { changedLines, mineRules, type MinedSide } from '../mine-rules.ts';
import { linkedFiles } from './linked-files.ts';
import { repeatedMatches } from './repeated-matches.ts';

/** How rules that were mined from some files do in the others. */
export interface Generalisation {
  readonly splits: number;
  /** Share of the matches in other files that are part of the change. */
  readonly precision: number | null;
  /** Share of the repeated change in other files that the rules find. */
  readonly recall: number | null;
  /** Matches in other files. */
  readonly matches: number;
  /** Changed lines in other files that a rule of the complete change covers and that repeat. */
  readonly sites: number;
}

export interface GeneralisationOptions {
  readonly seed: string;
  readonly splits: number;
  readonly limit: number;
  readonly scan: ScanOptions;
}

const TRAINING_SHARE = 0.7;

interface Tally {
  right: number;
  wrong: number;
  found: number;
  sites: number;
}

/**
 * Mines 70 % of the changed files and looks for the rules in the other 30 %. Files that exchanged code
 * are never separated, because half of a move looks like new code. Base is known completely when rules
 * are made, so additive rules are checked on all of it. A match on the wrong tree,
 * or one that touches no changed line, is wrong. A changed line is a site if a rule that was mined from
 * all files covers it by a match that repeats one in a file of the 70 % (`repeatedMatches`).
 */
export async function generalisation(
  change: Change,
  { seed, splits, limit, scan }: GeneralisationOptions,
): Promise<Generalisation> {
  const tally: Tally = { right: 0, wrong: 0, found: 0, sites: 0 };
  const groups = linkedFiles(change);
  const whole = await mineRules({ change, limit, scan });
  for (let split = 0; split < splits; split += 1) {
    const training = trainingFiles(groups, `${seed}:${split}`);
    const rest = restrictChange(change, (path) => !training.has(path));
    const part = restrictChange(change, (path) => training.has(path));
    const otherBase = [...rest.base.files.values()];
    const mined = await mineRules({ change: part, otherBase, limit, scan });
    for (const side of ['additive', 'reductive'] as const) {
      const sides = sidesOf(side, rest);
      await count(mined[side], whole[side], training, sides, scan, tally);
    }
  }
  const { right, wrong, found, sites } = tally;
  return {
    splits,
    precision: right + wrong === 0 ? null : right / (right + wrong),
    recall: sites === 0 ? null : found / sites,
    matches: right + wrong,
    sites,
  };
}

/** About 70 % of the files, in whole groups. */
function trainingFiles(groups: readonly (readonly string[])[], seed: string): ReadonlySet<string> {
  const byName = new Map(groups.map((group) => [group[0] ?? '', group]));
  const wanted = groups.flat().length * TRAINING_SHARE;
  const training = new Set<string>();
  for (const name of sortByText(byName.keys(), (file) => sha256OfBytes(`${seed}\0${file}`))) {
    const group = byName.get(name) ?? [];
    // A group that is too large for the rest is skipped, so that some files are left to look at.
    if (training.size + group.length > wanted + 0.5) continue;
    for (const path of group) training.add(path);
  }
  return training;
}

interface Sides {
  readonly own: ChangeSide;
  readonly other: ChangeSide;
}

function sidesOf(side: RulesetSide, { base, golden }: Change): Sides {
  return side === 'additive' ? { own: golden, other: base } : { own: base, other: golden };
}

async function count(
  mined: MinedSide,
  whole: MinedSide,
  training: ReadonlySet<string>,
  { own, other }: Sides,
  scan: ScanOptions,
  tally: Tally,
): Promise<void> {
  const rules = mined.rules.map(({ rule }, index) => ({ ...rule, id: String(index) }));
  const here = await scanFiles(rules, own.files.values(), scan);
  const there = await scanFiles(rules, other.files.values(), scan);
  const changed = lineNumbers(own.lines);
  const right = here.witnesses.filter((witness) => touches(witness, changed)).length;
  tally.right += right;
  tally.wrong += here.witnesses.length - right + there.witnesses.length;
  const found = coveredLines(here.witnesses);
  const expected = coveredLines(whole.rules.flatMap((one) => repeatedMatches(one, training)));
  for (const line of changedLines(own)) {
    if (!expected.has(line)) continue;
    tally.sites += 1;
    if (found.has(line)) tally.found += 1;
  }
}

function touches(
  { file, start, end }: Witness,
  changed: ReadonlyMap<string, ReadonlySet<number>>,
): boolean {
  const lines = changed.get(file);
  for (let line = start.line; line <= end.line; line += 1) if (lines?.has(line)) return true;
  return false;
}
