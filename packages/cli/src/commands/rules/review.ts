import { join } from 'node:path';
import type { Command } from 'commander';
import { didYouMean, RefbenchError } from '@refbench/contracts';
import { acquireLock } from '@refbench/base';
import {
  readReview,
  reviewRules,
  RuleReviewer,
  type ReviewDecision,
  type ReviewedRule,
} from '@refbench/rulesets';
import { lineReader } from '../../terminal/line-reader.ts';
import { positive } from '../../options/number-options.ts';
import { addAuthorOption, authorOf, type AuthorOptions } from '../../options/rule-author.ts';
import { addTargetOptions, openTarget, type TargetOptions } from '../../options/rule-target.ts';
import { terminalLines } from '../../terminal/terminal-text.ts';
import { editText } from '../../terminal/text-editor.ts';
import { collectList } from '../../options/workspace-options.ts';

interface Options extends TargetOptions, AuthorOptions {
  readonly all: boolean;
  readonly witnesses: number;
  readonly accept?: readonly string[];
  readonly drop?: readonly string[];
  readonly json: boolean;
}

export function addRulesReviewCommand(rules: Command): void {
  const command = rules
    .command('review <target>')
    .description('show each rule with its matches on base and golden; accept, edit or drop it')
    .option('--all', 'also show rules that were reviewed', false)
    .option('--witnesses <n>', 'at most so many matches of a rule on each tree', positive, 3)
    .option('--accept <ids>', 'accept these rules without asking', collectList)
    .option('--drop <ids>', 'move these rules to <ruleset>/aside/ without asking', collectList)
    .option('--json', 'print the state of the review on standard output, without asking', false);
  addTargetOptions(addAuthorOption(command)).action(async (name: string, options: Options) => {
    await using target = await openTarget(name, options);
    const { context, rulesDir, scanOptions } = target;
    await using _lock = await acquireLock(join(rulesDir, '.review.lock'), 'the review');
    const by = await authorOf(options);
    const reviewer = new RuleReviewer({ context, rulesDir, by, scan: scanOptions });
    const isNamed = options.accept !== undefined || options.drop !== undefined;
    if (isNamed) await decideNamed(reviewer, options);
    if (options.json) {
      const state = await stateOf(reviewer, rulesDir);
      process.stdout.write(`${JSON.stringify({ instance: target.name, ...state })}\n`);
    } else if (isNamed) {
      const open = (await reviewer.rules()).filter(({ decision }) => decision === undefined);
      process.stderr.write(
        `${options.accept?.length ?? 0} accepted, ${options.drop?.length ?? 0} dropped, ${open.length} open\n`,
      );
    } else {
      using input = lineReader();
      const { accepted, dropped, open } = await reviewRules({
        reviewer,
        context,
        all: options.all,
        witnesses: options.witnesses,
        ask: (question) => input.ask(terminalLines(question).concat(' ')),
        edit: (text) => input.lend(() => editText(text, 'rule.yml')),
        show: (text) => void process.stdout.write(`${terminalLines(text)}\n`),
      });
      process.stderr.write(`${accepted} accepted, ${dropped} dropped, ${open} open\n`);
    }
  });
}

/** Checks everything before the first decision, so that a misspelled id changes nothing. */
async function decideNamed(
  reviewer: RuleReviewer,
  { accept = [], drop = [] }: Options,
): Promise<void> {
  const rules = new Map((await reviewer.rules()).map((one) => [one.rule.id, one]));
  const found = (ids: readonly string[]): readonly ReviewedRule[] =>
    ids.map((id) => {
      const reviewed = rules.get(id);
      if (reviewed !== undefined) return reviewed;
      throw usage(`there is no rule "${id}"${didYouMean(id, rules.keys())}`);
    });
  const both = accept.find((id) => drop.includes(id));
  if (both !== undefined) throw usage(`"${both}" is to be both accepted and dropped`);
  const [accepted, dropped] = [found(accept), found(drop)];
  for (const reviewed of accepted) reviewer.assertAcceptable(reviewed);
  for (const reviewed of accepted) await reviewer.accept(reviewed);
  for (const reviewed of dropped) await reviewer.drop(reviewed);
}

function usage(message: string): RefbenchError {
  return new RefbenchError({
    kind: 'usage',
    message,
    hint: 'use --json to list the rules and their state',
  });
}

async function stateOf(reviewer: RuleReviewer, rulesDir: string): Promise<object> {
  const rules = await reviewer.rules();
  const { decisions } = await readReview(rulesDir);
  const present = new Set(rules.map(({ rule }) => rule.id));
  return {
    open: rules.filter(({ decision }) => decision === undefined).length,
    rules: rules.map(({ rule: { id, side, digest, message }, counts, fault, decision }) => ({
      id,
      side,
      digest,
      message,
      counts,
      fault: fault ?? null,
      decision: decision === undefined ? null : decisionJson(decision),
    })),
    // The last decision about each rule that is no longer in the set.
    dropped: [
      ...new Map(
        decisions
          .filter(({ rule, decision }) => decision === 'dropped' && !present.has(rule))
          .map((one) => [one.rule, { id: one.rule, side: one.side, ...decisionJson(one) }]),
      ).values(),
    ],
  };
}

function decisionJson({ decision, by, at }: ReviewDecision): object {
  return { decision, by, at };
}
