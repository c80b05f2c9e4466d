import type { LabelCriterion } from '@refbench/contracts';
import { fillTemplate, sha256OfBytes } from '@refbench/base';
import {
  addAskCosts,
  AnswerMisfit,
  askUntilFits,
  NO_ASK_COST,
  type AskCost,
  type AskResult,
  type LimitedClient,
} from '@refbench/models';
import type { z } from 'zod';
import type { LabelTask } from '../input/label-task.ts';
import { stripMarkdown } from '../input/strip-markdown.ts';
import { estimateTokens } from '../repo-map/tokens.ts';
import {
  effortSchema,
  issueBinarySchema,
  issueRubricSchema,
  testsSchema,
  type Answer,
} from './answers.ts';
import type { CodeContext } from './code-context.ts';
import { parseScore, withoutThoughts } from './parse-score.ts';
import type { PromptName, PromptSet } from './prompt-set.ts';

export type IssueScale = 'binary' | 'rubric';

/**
 * The clients of one labeller. With a reader model, `tests` and `effort` are answered in free text,
 * from which the reader extracts the score.
 */
export interface LabellerClients {
  readonly labeller: LimitedClient;
  readonly reader?: LimitedClient | undefined;
}

export interface Question {
  readonly criterion: LabelCriterion;
  readonly prompt: string;
  /** Digest of the system prompt and the prompt. */
  readonly digest: string;
}

/**
 * Builds the question for a criterion. Placeholders are filled in one pass, so inserted text is
 * never taken for a placeholder.
 */
export function questionOf(
  criterion: LabelCriterion,
  task: LabelTask,
  options: {
    readonly prompts: PromptSet;
    readonly scale: IssueScale;
    readonly context: CodeContext | undefined;
    readonly inWords: boolean;
  },
): Question {
  const { prompts, scale, context, inWords } = options;
  const name = promptName(criterion, scale);
  const filled = fillTemplate(prompts.texts[name], {
    repository: task.repository,
    issue: stripMarkdown(task.issue),
    patch: context?.patch ?? '',
    test_patch: context?.testPatch ?? '',
    files: context?.files ?? '',
    repo_map: context?.repoMap ?? '',
  });
  const words = inWords && criterion !== 'issue' ? `\n${prompts.texts['in-words']}` : '';
  const prompt = filled + words;
  return { criterion, prompt, digest: sha256OfBytes(`${prompts.texts.system}\0${prompt}`) };
}

/** Estimates the tokens of a question without code. */
export function fixedTokens(
  criterion: LabelCriterion,
  task: LabelTask,
  prompts: PromptSet,
  scale: IssueScale,
): number {
  const bare = { prompts, scale, context: undefined, inWords: true };
  return estimateTokens(prompts.texts.system + questionOf(criterion, task, bare).prompt);
}

function promptName(criterion: LabelCriterion, scale: IssueScale): PromptName {
  if (criterion === 'issue') return scale === 'binary' ? 'issue-binary' : 'issue-rubric';
  return criterion === 'tests' ? 'test-coverage' : 'effort';
}

/** Runs one pass for one criterion. */
export async function answerQuestion(
  question: Question,
  { labeller, reader }: LabellerClients,
  options: {
    readonly prompts: PromptSet;
    readonly scale: IssueScale;
    readonly signal: AbortSignal;
  },
): Promise<AskResult<Answer>> {
  const { prompts, scale, signal } = options;
  const { criterion, prompt } = question;
  const system = prompts.texts.system;
  if (criterion !== 'issue' && reader !== undefined) {
    return answerInWords(question, labeller, reader, { prompts, signal });
  }
  const schema = schemaOf(criterion, scale);
  return askUntilFits(() => labeller.structured({ system, prompt, schema, signal }), signal);
}

function schemaOf(criterion: LabelCriterion, scale: IssueScale): z.ZodType<Answer> {
  if (criterion === 'issue') return scale === 'binary' ? issueBinarySchema : issueRubricSchema;
  return criterion === 'tests' ? testsSchema : effortSchema;
}

/** One model answers in free text, and a second, smaller one extracts the score. */
async function answerInWords(
  { criterion, prompt }: Question,
  judge: LimitedClient,
  reader: LimitedClient,
  { prompts, signal }: { readonly prompts: PromptSet; readonly signal: AbortSignal },
): Promise<AskResult<Answer>> {
  const system = prompts.texts.system;
  let readerCost: AskCost = NO_ASK_COST;
  const asked = await askUntilFits(async () => {
    const response = await judge.text({ system, prompt, signal });
    const answer = withoutThoughts(response.text);
    const counterExample = /counter-?example:?\**\s*(\S[\s\S]*?)(?=\n\s*\**score\b|$)/i.exec(
      answer,
    )?.[1];
    const misfit = (reason: string): AnswerMisfit => new AnswerMisfit(reason, response);
    if (answer === '') throw misfit('the model gave no answer');
    const question = fillTemplate(prompts.texts['read-score'], { answer });
    const read = await askUntilFits(async () => {
      const score = await reader.text({ system: '', prompt: question, signal });
      return { ...score, value: score.text };
    }, signal);
    readerCost = addAskCosts(readerCost, read.cost);
    if (read.kind === 'failed') throw misfit(`the reader did not return a score: ${read.reason}`);
    const label = parseScore(read.value);
    if (label === undefined) throw misfit('the answer has no score from 0 to 3');
    if (criterion === 'tests' && label > 0 && counterExample === undefined) {
      throw misfit('a score above 0 needs a counter-example');
    }
    const counter = criterion === 'tests' && label > 0 && counterExample !== undefined;
    const value: Answer = {
      label,
      rationale: answer,
      ...(counter ? { counter_example: counterExample.trim() } : {}),
    };
    return { value, usage: response.usage, usd: response.usd };
  }, signal);
  return { ...asked, cost: addAskCosts(asked.cost, readerCost) };
}
