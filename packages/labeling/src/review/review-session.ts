import { labelSchema, type Label, type LabelCriterion, type LabelVote } from '@refbench/contracts';
import { stripMarkdown } from '../input/strip-markdown.ts';
import type { PersonRecord } from '../run/label-folder.ts';
import type { ReviewItem, ReviewStore } from './review-store.ts';
import { RUBRIC } from './rubric.ts';
import { sideBySide } from './side-by-side.ts';

export interface ReviewOptions {
  readonly store: ReviewStore;
  /** Name of the person who votes. */
  readonly annotator: string;
  /** Decide conflicts between people instead of voting. */
  readonly moderate: boolean;
  readonly criteria: readonly LabelCriterion[];
  /** Reads one line. Undefined at the end of the input. */
  readonly ask: (question: string) => Promise<string | undefined>;
  readonly show: (text: string) => void;
  /** Width of the terminal in columns. */
  readonly width: number;
}

export interface ReviewResult {
  readonly votes: number;
  readonly open: number;
}

/**
 * Shows the votes of models and people, and records the votes of one person. Skips criteria on
 * which this person has voted. A moderator is asked only about criteria on which people disagree.
 */
export async function review(options: ReviewOptions): Promise<ReviewResult> {
  const { store, criteria, annotator, moderate } = options;
  const open = (await store.items()).flatMap((item) =>
    criteria
      .filter((criterion) =>
        moderate ? isConflict(item, criterion) : !hasVoted(item, criterion, annotator),
      )
      .map((criterion) => ({ item, criterion })),
  );
  let [votes, shownInstance] = [0, ''];
  for (const [at, { item, criterion }] of open.entries()) {
    const { instance } = item.labels;
    if (instance !== shownInstance) options.show(heading(item, options.width));
    shownInstance = instance;
    options.show(criterionText(item, criterion, options.width));
    const record = await takeAnswer(item, criterion, options);
    if (record === 'quit') return { votes, open: open.length - at };
    if (record === 'skip') continue;
    await store.add(record);
    votes += 1;
  }
  return { votes, open: open.length - votes };
}

function hasVoted(item: ReviewItem, criterion: LabelCriterion, annotator: string): boolean {
  return item.labels[criterion].votes.some(
    (vote) => vote.kind === 'person' && vote.annotator === annotator,
  );
}

/** Returns true if people disagree and there is no decision. */
function isConflict(item: ReviewItem, criterion: LabelCriterion): boolean {
  const { votes, decision } = item.labels[criterion];
  const people = votes.filter(({ kind }) => kind === 'person');
  return decision === undefined && new Set(people.map(({ label }) => label)).size > 1;
}

function heading({ labels, issue, patch, testPatch }: ReviewItem, width: number): string {
  const rule = '='.repeat(Math.min(width, 100));
  const lines = (text: string): number => (text === '' ? 0 : text.split('\n').length);
  return `${rule}\n${labels.instance}\n\n${stripMarkdown(issue)}\n\nPatch: ${lines(patch)} lines, tests: ${lines(testPatch)} lines. Type "p" to read them.\n`;
}

function criterionText({ labels }: ReviewItem, criterion: LabelCriterion, width: number): string {
  const { votes, label, decided_by: how } = labels[criterion];
  const scale = Object.entries(RUBRIC[criterion]).map(([value, text]) => `  ${value}  ${text}`);
  const columns = votes.map(
    ({ annotator, pass, kind, label, rationale, failure, counter_example }) => ({
      title: `${annotator}${kind === 'model' ? ` #${pass}` : ''}: ${label ?? 'no label'}`,
      text: [
        failure ?? rationale,
        counter_example === undefined ? '' : `Counter-example: ${counter_example}`,
      ]
        .filter(Boolean)
        .join('\n'),
    }),
  );
  const current = label === null ? 'no label yet' : `${label} by ${how}`;
  return [`-- ${criterion}: ${current}`, ...scale, '', sideBySide(columns, width), ''].join('\n');
}

async function takeAnswer(
  item: ReviewItem,
  criterion: LabelCriterion,
  options: ReviewOptions,
): Promise<PersonRecord | 'skip' | 'quit'> {
  const { ask, show, moderate, annotator } = options;
  const current = item.labels[criterion].label;
  const accept = current === null ? '' : `, a to accept ${current}`;
  for (;;) {
    const input = await ask(`${criterion} (0 to 3${accept}, p patch, s skip, q quit): `);
    const word = input?.trim().toLowerCase();
    if (word === undefined || word === 'q') return 'quit';
    if (word === 's') return 'skip';
    if (word === 'p') {
      show(`${item.patch}\n${item.testPatch}`);
      continue;
    }
    const label = word === 'a' ? current : labelOf(word);
    if (label === null) {
      show('Enter a digit from 0 to 3, or one of the letters.\n');
      continue;
    }
    const reply = await details(item, criterion, label, word === 'a', options);
    if (reply === undefined) return 'quit';
    const about = { instance: item.labels.instance, criterion };
    if (moderate) {
      const { rationale } = reply;
      return { kind: 'decision', ...about, decision: { moderator: annotator, label, rationale } };
    }
    const vote: LabelVote = {
      annotator,
      kind: 'person',
      pass: 1,
      label,
      failure: null,
      prompt: null,
      ...reply,
    };
    return { kind: 'vote', ...about, vote };
  }
}

type Details = Pick<LabelVote, 'rationale' | 'counter_example' | 'other_major_issues'>;

/** Asks for the rationale and further details. Undefined at the end of the input. */
async function details(
  item: ReviewItem,
  criterion: LabelCriterion,
  label: Label,
  accepted: boolean,
  { ask, moderate }: ReviewOptions,
): Promise<Details | undefined> {
  const rationale = await required(ask, 'Rationale: ', accepted ? 'accepted unchanged' : undefined);
  if (rationale === undefined) return undefined;
  if (criterion !== 'tests' || moderate) return { rationale };
  const known = item.labels.tests.votes.find((vote) => vote.label === label)?.counter_example;
  const counter =
    label === 0 ? '' : await required(ask, 'Counter-example: ', accepted ? known : undefined);
  const other = await ask('Any other major issue? (y, or n) ');
  if (counter === undefined || other === undefined) return undefined;
  return {
    rationale,
    ...(label === 0 ? {} : { counter_example: counter }),
    other_major_issues: other.trim().toLowerCase().startsWith('y'),
  };
}

async function required(
  ask: ReviewOptions['ask'],
  question: string,
  otherwise: string | undefined,
): Promise<string | undefined> {
  for (;;) {
    const input = await ask(question);
    if (input === undefined) return undefined;
    const text = input.trim() === '' ? (otherwise ?? '') : input.trim();
    if (text !== '') return text;
  }
}

function labelOf(word: string): Label | null {
  const parsed = labelSchema.safeParse(/^[0-3]$/.test(word) ? Number(word) : undefined);
  return parsed.success ? parsed.data : null;
}
