import { countOf } from '@refbench/base';
import type { Behaviour, FailureMode } from '../schema/behaviour.ts';
import type { DiffFile } from '../schema/diff-view.ts';
import type { BehaviourInput } from './behaviour-input.ts';

interface Found {
  readonly mode: FailureMode;
  readonly evidence: string;
}

type Rule = (
  input: BehaviourInput,
  behaviour: Omit<Behaviour, 'failureModes'>,
  edited: ReadonlySet<string>,
) => string | undefined;

/** A substitution made most of a patch if edits with tools touched less than this share of its files. */
const LEAST_EDITED_SHARE = 0.2;
const LEAST_SUBSTITUTED_FILES = 3;

/** One rule per mode. Each returns its evidence, or undefined if the mode does not apply. */
const RULES: Readonly<Record<FailureMode, Rule>> = {
  'nothing-changed': ({ record, diff }) =>
    record?.harvested.kind === 'patch' && diff.length === 0 ? 'The patch is empty.' : undefined,

  'stopped-early': ({ record }) => {
    const kind = record?.outcome.kind;
    return kind === undefined || kind === 'completed' ? undefined : `The attempt ended as ${kind}.`;
  },

  'tests-broken': ({ score }) => {
    if (score?.pass !== 0 || score.verdict !== 'model') return undefined;
    const { passed, total, p_min: least } = score.tests;
    const wanted = least === null ? '' : `; at least ${least} must pass`;
    return `${passed} of ${total} tests pass${wanted}.`;
  },

  'off-topic': ({ diff, score }) => {
    if (diff.length === 0 || score?.ifr.total !== 0) return undefined;
    return marksOf(diff).some(({ effect }) => effect === 'gained' || effect === 'removed')
      ? undefined
      : `The patch changes ${countOf(diff.length, 'file')}, and no rule matches differently.`;
  },

  'replaced-by-pattern': ({ diff }, { activities }, edited) => {
    const count = activities['bulk-substitution'] ?? 0;
    const byHand = diff.filter(({ path }) => edited.has(path)).length;
    if (count === 0 || diff.length < LEAST_SUBSTITUTED_FILES) return undefined;
    return byHand / diff.length < LEAST_EDITED_SHARE
      ? `${countOf(count, 'call')} substituted text, and ${byHand} of ${diff.length} changed files were edited one by one.`
      : undefined;
  },

  'shim-left-behind': ({ diff }) => {
    if (!marksOf(diff).some(({ effect }) => effect === 'gained')) return undefined;
    for (const { path, hunks, status, added, removed } of diff) {
      // A new file that exports others is part of many designs. A file of base that lost its content
      // and now only passes on what replaced it is not.
      const wasEmptied = status === 'modified' && removed > added;
      const line = hunks
        .flatMap((hunk) => hunk.lines)
        .find(
          ({ kind, text }) =>
            kind === 'added' && (DEPRECATES.test(text) || (wasEmptied && FORWARDS.test(text))),
        );
      if (line !== undefined) return `${path}:${line.new} keeps an old name: ${line.text.trim()}`;
    }
    return undefined;
  },
};

/** A line that passes on everything of another module. */
const FORWARDS =
  /^\s*(?:module\.exports\s*=\s*require\(|exports\.\w+\s*=\s*require\(|export\s+\*\s+from\s|from\s+\S+\s+import\s+\*)/;

/** A line that says that it keeps old callers working. */
const DEPRECATES =
  /^\s*(?:(?:\/\/|#|\*|\/\*\*?)\s*@?(?:deprecated\b|backwards?[- ]compatib)|@deprecated\b)/i;

/** Names the ways in which an attempt fell short, with the observation behind each. */
export function failureModes(...input: Parameters<Rule>): readonly Found[] {
  return Object.entries(RULES).flatMap(([mode, rule]) => {
    const evidence = rule(...input);
    return evidence === undefined ? [] : [{ mode: mode as FailureMode, evidence }];
  });
}

function marksOf(
  diff: readonly DiffFile[],
): NonNullable<DiffFile['hunks'][number]['lines'][number]['marks']> {
  return diff.flatMap(({ hunks }) =>
    hunks.flatMap(({ lines }) => lines.flatMap(({ marks }) => marks ?? [])),
  );
}
