import type { LabelCriterion } from '@refbench/contracts';
import { sha256OfBytes } from '@refbench/files';
import { fillPrompt } from '@refbench/mining';
import { AnswerMisfit, type LimitedClient } from '@refbench/models';
import type { z } from 'zod';
import type { LabelTask } from '../input/label-task.ts';
import { stripMarkdown } from '../input/strip-markdown.ts';
import { estimateTokens } from '../tokens.ts';
import {
  effortSchema,
  issueBinarySchema,
  issueRubricSchema,
  testsSchema,
  type Answer,
} from './answers.ts';
import { addCosts, ask, NO_COST, type Asked, type PassCost } from './ask.ts';
import type { CodeContext } from './code-context.ts';
import { parseScore, withoutThoughts } from './parse-score.ts';
import type { PromptName, PromptSet } from './prompt-set.ts';

export type IssueScale = 'binary' | 'rubric';

/** One model per criterion. With a reader, `tests` and `effort` are answered in words that it reads. */
export interface Seats {
  readonly issue: LimitedClient;
  readonly tests: LimitedClient;
  readonly effort: LimitedClient;
  readonly reader?: LimitedClient | undefined;
}

export interface Question {
  readonly criterion: LabelCriterion;
  readonly prompt: string;
  /** Of the prompt and of the words around it. */
  readonly digest: string;
}

/** The question of a criterion. Material is put in once: nothing in it is taken for a place to fill. */
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
  const filled = fillPrompt(prompts.texts[name], {
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

/** Tokens of a question without code. */
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

/** One pass of one criterion. */
export async function answerQuestion(
  question: Question,
  seats: Seats,
  options: {
    readonly prompts: PromptSet;
    readonly scale: IssueScale;
    readonly signal: AbortSignal;
  },
): Promise<Asked<Answer>> {
  const { prompts, scale, signal } = options;
  const { criterion, prompt } = question;
  const system = prompts.texts.system;
  const client = seats[criterion];
  if (criterion !== 'issue' && seats.reader !== undefined) {
    return answerInWords(question, client, seats.reader, { prompts, signal });
  }
  const schema = schemaOf(criterion, scale);
  return ask(() => client.structured({ system, prompt, schema, signal }), signal);
}

function schemaOf(criterion: LabelCriterion, scale: IssueScale): z.ZodType<Answer> {
  if (criterion === 'issue') return scale === 'binary' ? issueBinarySchema : issueRubricSchema;
  return criterion === 'tests' ? testsSchema : effortSchema;
}

/** One model judges in words, a second, smaller one reads the score out of them. */
async function answerInWords(
  { criterion, prompt }: Question,
  judge: LimitedClient,
  reader: LimitedClient,
  { prompts, signal }: { readonly prompts: PromptSet; readonly signal: AbortSignal },
): Promise<Asked<Answer>> {
  const system = prompts.texts.system;
  let readerCost: PassCost = NO_COST;
  const asked = await ask(async () => {
    const said = await judge.text({ system, prompt, signal });
    const answer = withoutThoughts(said.text);
    const counterExample = /counter-?example:?\**\s*(\S[\s\S]*?)(?=\n\s*\**score\b|$)/i.exec(
      answer,
    )?.[1];
    const fault = (reason: string): AnswerMisfit => new AnswerMisfit(reason, said);
    if (answer === '') throw fault('the model gave no answer in words');
    const question = fillPrompt(prompts.texts['read-score'], { answer });
    const read = await ask(async () => {
      const score = await reader.text({ system: '', prompt: question, signal });
      return { ...score, value: score.text };
    }, signal);
    readerCost = addCosts(readerCost, read.cost);
    if (read.kind === 'failed') throw fault(`the score was not read: ${read.reason}`);
    const label = parseScore(read.value);
    if (label === undefined) throw fault('no score from 0 to 3 was found in the answer');
    if (criterion === 'tests' && label > 0 && counterExample === undefined) {
      throw fault('a score above 0 needs a counter-example');
    }
    const counter = criterion === 'tests' && label > 0 && counterExample !== undefined;
    const value: Answer = {
      label,
      rationale: answer,
      ...(counter ? { counter_example: counterExample.trim() } : {}),
    };
    return { value, usage: said.usage, usd: said.usd };
  }, signal);
  return { ...asked, cost: addCosts(asked.cost, readerCost) };
}
