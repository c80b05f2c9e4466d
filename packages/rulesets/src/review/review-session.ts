import { RefbenchError } from '@refbench/contracts';
import { languagesOf, type Rule, type RuleContext } from '@refbench/rule-engine';
import { authorText } from '../provenance/rule-origin.ts';
import type { ReviewedRule, RuleReviewer } from './rule-reviewer.ts';
import { shownWitnesses } from './shown-witnesses.ts';

export interface ReviewSessionOptions {
  readonly reviewer: RuleReviewer;
  readonly context: RuleContext;
  /** Also show rules with a decision. */
  readonly all: boolean;
  /** The most matches that are shown for each tree. */
  readonly witnesses: number;
  /** Reads one line. Undefined at the end of the input. */
  readonly ask: (question: string) => Promise<string | undefined>;
  /** Lets the reviewer edit a text. Undefined if the editor failed. */
  readonly edit: (text: string) => Promise<string | undefined>;
  /** Shows text that may come from source code. It must be made safe for the terminal. */
  readonly show: (text: string) => void;
}

/** Counts of one session. */
export interface ReviewSessionResult {
  readonly accepted: number;
  readonly dropped: number;
  /** Rules without a decision. */
  readonly open: number;
}

type Answer = 'accepted' | 'dropped' | 'skipped' | 'quit';

/** Shows each undecided rule and asks what to do with it. Decisions are stored as they are made. */
export async function reviewRules(options: ReviewSessionOptions): Promise<ReviewSessionResult> {
  const rules = await options.reviewer.rules();
  const shown = rules.filter(({ decision }) => options.all || decision === undefined);
  const counts = { accepted: 0, dropped: 0 };
  let open = rules.filter(({ decision }) => decision === undefined).length;
  for (const [index, reviewed] of shown.entries()) {
    options.show(`-- ${index + 1} of ${shown.length}`);
    const answer = await reviewOne(reviewed, options);
    if (answer.kind === 'quit') return { ...counts, open: open + newlyOpen(reviewed, answer.now) };
    open += newlyOpen(reviewed, answer.now);
    if (answer.kind === 'skipped') continue;
    counts[answer.kind] += 1;
    if (answer.now.decision === undefined) open -= 1;
  }
  return { ...counts, open };
}

/** An edit makes a decided rule undecided again. */
function newlyOpen(before: ReviewedRule, now: ReviewedRule): number {
  return before.decision !== undefined && now.decision === undefined ? 1 : 0;
}

async function reviewOne(
  reviewed: ReviewedRule,
  options: ReviewSessionOptions,
): Promise<{ readonly kind: Answer; readonly now: ReviewedRule }> {
  const { reviewer, ask, show } = options;
  let now = reviewed;
  show(await describeRule(now, options));
  for (;;) {
    const input = await ask(`${now.rule.id} (a accept, e edit, d drop, s skip, q quit): `);
    const word = input?.trim().toLowerCase();
    try {
      switch (word) {
        case 'a':
          await reviewer.accept(now);
          return { kind: 'accepted', now };
        case 'd':
          show(`moved to ${await reviewer.drop(now)}`);
          return { kind: 'dropped', now };
        case 'e':
          now = await editOne(now, options);
          break;
        case 's':
          return { kind: 'skipped', now };
        case undefined:
        case 'q':
          return { kind: 'quit', now };
        default:
          show('Enter one of the letters.');
      }
    } catch (error) {
      if (!RefbenchError.isInstance(error)) throw error;
      show(`${error.message}; ${error.hint}`);
    }
  }
}

/** Repeats the edit from the faulty text until it holds or the reviewer gives up. */
async function editOne(
  reviewed: ReviewedRule,
  options: ReviewSessionOptions,
): Promise<ReviewedRule> {
  const { reviewer, edit, ask, show } = options;
  const original = await reviewer.textOf(reviewed);
  let text = original;
  for (;;) {
    const edited = await edit(text);
    if (edited === undefined || edited === original) {
      show('The rule is unchanged.');
      return reviewed;
    }
    const now = await reviewer.replace(reviewed, edited);
    if (typeof now !== 'string') {
      show(await describeRule(now, options));
      return now;
    }
    show(`The rule stays as it was: ${now}`);
    const again = await ask('Edit again? (y, or n) ');
    if (again?.trim().toLowerCase() !== 'y') return reviewed;
    text = edited;
  }
}

function limitLines({ within }: Rule): readonly string[] {
  if (within === undefined) return [];
  const where = within.kind === 'paths' ? within.globs.join(', ') : within.kind;
  return [`Its matches count only within ${where}.`];
}

async function describeRule(
  { rule, counts, witnesses, fault, decision }: ReviewedRule,
  { context, witnesses: limit }: ReviewSessionOptions,
): Promise<string> {
  const count = (value: number | null): string => value?.toString() ?? 'not counted';
  const decided =
    decision === undefined
      ? []
      : [`${decision.decision} by ${authorText(decision.by)} on ${decision.at.slice(0, 10)}`];
  return [
    `${rule.id}: ${rule.message}`,
    `${rule.side} ${rule.dialect} rule for ${languagesOf(rule).join(', ')}; matches: base ${count(counts.base)}, golden ${count(counts.golden)}`,
    ...limitLines(rule),
    ...(fault === undefined ? [] : [`It does not hold: ${fault}`]),
    ...decided,
    ...(await shownWitnesses(context, 'base', witnesses.base, limit)),
    ...(await shownWitnesses(context, 'golden', witnesses.golden, limit)),
    '',
  ].join('\n');
}
