import { RefbenchError, type Label, type LabelCriterion } from '@refbench/contracts';
import { describeIssues } from '@refbench/base';
import { z } from 'zod';
import { consensus } from '../consensus/consensus.ts';
import { cellText } from '../input/cell-text.ts';
import type { Row } from '../input/read-rows.ts';

/** The labels of annotators for one instance and criterion. */
interface ReferenceLabel {
  /** The label of the majority or of the moderator. Null if there is neither. */
  readonly label: Label | null;
  /** True for several annotators without a majority and without a decision of a moderator. */
  readonly conflict: boolean;
  readonly moderated: boolean;
  readonly given: readonly Label[];
  readonly rationales: readonly string[];
}

export interface Reference {
  readonly instance: string;
  /** ISO week, e.g. `2024-W07`. Undefined if the rows have no date. */
  readonly week: string | undefined;
  readonly labels: Readonly<Record<LabelCriterion, ReferenceLabel>>;
}

const COLUMNS = {
  issue: { label: ['issue', 'underspecified'], notes: ['issue_rationale', 'underspecified_notes'] },
  tests: { label: ['tests', 'false_negative'], notes: ['tests_rationale', 'false_negative_notes'] },
  effort: { label: ['effort', 'difficulty'], notes: ['effort_rationale', 'difficulty_notes'] },
} as const;

const EFFORTS: Readonly<Record<string, Label>> = {
  '<15 min fix': 0,
  '<15 min': 0,
  '15 min - 1 hour': 1,
  '15 min-1 h': 1,
  '1-4 hours': 2,
  '1-4 h': 2,
  '>4 hours': 3,
  '>4 h': 3,
};

/** A moderator's decision about one instance and criterion. */
export interface ReferenceDecision {
  readonly instance: string;
  readonly criterion: LabelCriterion;
  readonly label: Label;
}

/**
 * Reads reference labels from rows, with one row per instance or one per instance and annotator.
 * The columns are those of the published annotations (`underspecified`, `false_negative`,
 * `difficulty`), or `issue`, `tests` and `effort`. Empty cells are ignored.
 * @throws RefbenchError kind `invalid-file` for an invalid label
 */
export function referenceOf(
  rows: readonly Row[],
  decisions: readonly ReferenceDecision[],
  file: string,
): ReadonlyMap<string, Reference> {
  const groups = new Map<string, { readonly row: Row; readonly at: number }[]>();
  for (const [at, row] of rows.entries()) {
    const id = row['instance_id'];
    if (typeof id !== 'string' || id === '') throw invalid(file, at, 'instance_id is missing');
    groups.set(id, [...(groups.get(id) ?? []), { row, at }]);
  }
  const decided = new Map(
    decisions.map((one) => [`${one.criterion} ${one.instance}`, one.label] as const),
  );
  return new Map(
    [...groups].map(([instance, own]) => {
      const of = (criterion: LabelCriterion): ReferenceLabel =>
        labelOf(own, criterion, decided.get(`${criterion} ${instance}`), file);
      const labels = { issue: of('issue'), tests: of('tests'), effort: of('effort') };
      return [instance, { instance, week: weekOf(own[0]?.row ?? {}), labels }] as const;
    }),
  );
}

function labelOf(
  rows: readonly { readonly row: Row; readonly at: number }[],
  criterion: LabelCriterion,
  decision: Label | undefined,
  file: string,
): ReferenceLabel {
  const given = rows.flatMap(({ row, at }) => {
    const cell = cellText(row, ...COLUMNS[criterion].label);
    const label = cell === '' ? null : readLabel(cell);
    if (label === undefined)
      throw invalid(file, at, `"${cell}" is not a valid label for ${criterion}`);
    return label === null ? [] : [label];
  });
  const rationales = rows
    .map(({ row }) => cellText(row, ...COLUMNS[criterion].notes))
    .filter((text) => text !== '');
  const { label, method } = consensus(given);
  const settled = given.length < 2 || method === 'majority';
  return {
    label: decision ?? (settled ? label : null),
    conflict: !settled && decision === undefined,
    moderated: decision !== undefined,
    given,
    rationales,
  };
}

/** Parses `1`, `1.0` or an entry of the effort scale. */
function readLabel(cell: string): Label | undefined {
  if (/^[0-3](?:\.0+)?$/.test(cell)) return Number(cell) as Label;
  return EFFORTS[cell];
}

/** Returns the ISO 8601 week, which belongs to the year of its Thursday. */
function weekOf(row: Row): string | undefined {
  const named = cellText(row, 'week');
  if (named !== '') return named;
  const text = cellText(row, 'annotated_at', 'date', 'created_at');
  const date = new Date(text);
  if (text === '' || Number.isNaN(date.getTime())) return undefined;
  const thursday = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
  thursday.setUTCDate(thursday.getUTCDate() + 4 - (thursday.getUTCDay() || 7));
  const year = thursday.getUTCFullYear();
  const week = Math.ceil(((thursday.getTime() - Date.UTC(year, 0, 1)) / 86_400_000 + 1) / 7);
  return `${year}-W${String(week).padStart(2, '0')}`;
}

const decisionRowSchema = z.object({
  instance_id: z.string().min(1),
  criterion: z.enum(['issue', 'tests', 'effort']),
  label: z.union([z.string(), z.number()]).transform(String),
});

/** Reads decisions from rows with `instance_id`, `criterion` and `label`. */
export function decisionsOf(rows: readonly Row[], file: string): readonly ReferenceDecision[] {
  return rows.map((row, at) => {
    const parsed = decisionRowSchema.safeParse(row);
    if (!parsed.success) throw invalid(file, at, describeIssues(parsed.error));
    const { instance_id: instance, criterion } = parsed.data;
    const label = readLabel(parsed.data.label.trim());
    if (label === undefined) throw invalid(file, at, `"${parsed.data.label}" is not a valid label`);
    return { instance, criterion, label };
  });
}

function invalid(file: string, at: number, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${file}: row ${at + 1}: ${reason}`,
    hint: 'use labels from 0 to 3 or empty cells',
  });
}
