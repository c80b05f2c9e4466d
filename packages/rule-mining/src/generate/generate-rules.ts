import { join } from 'node:path';
import { digestOf } from '@refbench/base';
import { SpendingLimit, type ModelClient, type Tool, type ToolLoopResult } from '@refbench/models';
import type { RuleContext, TreeScanOptions } from '@refbench/rule-engine';
import { z } from 'zod';
import { claimTranscript, lockFolder, type WritingSubject } from './claim-transcript.ts';
import { exploreTool } from './explore-tool.ts';
import type { Explorer } from './explorer.ts';
import { finishTool } from './finish-tool.ts';
import { readPrompts, type GeneratePrompts } from './prompts.ts';
import { registerTool, type RegisteredRule } from './register-tool.ts';
import { transcriptPath, type Transcript } from './transcript.ts';

/** Limits of a rule-writing agent. Each ends its work and keeps the registered rules. */
export interface GenerateLimits {
  /** Maximum cost in US dollars, including resumed processes. */
  readonly budgetUsd: number;
  /** Maximum number of answers of the model. */
  readonly turns: number;
  /** Working time in milliseconds, including resumed processes. */
  readonly wallClockMs: number;
}

export const GENERATE_LIMITS: GenerateLimits = {
  budgetUsd: 5,
  turns: 150,
  wallClockMs: 90 * 60_000,
};

export interface GenerateOptions extends WritingSubject {
  /** Both trees, for the checks. The model itself reads only base, through `explorer`. */
  readonly context: RuleContext;
  readonly explorer: Explorer;
  readonly client: ModelClient;
  readonly limits: GenerateLimits;
  readonly scan: TreeScanOptions;
  /** Stops after the running step. */
  readonly drain: AbortSignal;
  /** Stops at once. */
  readonly stop: AbortSignal;
  readonly onProgress: (text: string) => void;
}

/**
 * Why the work ended: the model finished or stopped calling tools, a limit was reached, or an agent in
 * a container failed.
 */
export type GenerationEnd = 'finished' | 'answered' | 'budget' | 'turns' | 'time' | 'agent-failed';

export interface Generation {
  readonly end: GenerationEnd;
  /** The rules in the order of their registration. */
  readonly registered: readonly RegisteredRule[];
  readonly turns: number;
  /** Cost in US dollars, including resumed processes. */
  readonly usd: number;
  /** Working time of all processes. */
  readonly seconds: number;
  /** Path of the transcript. */
  readonly transcript: string;
}

/** The reason of the signal that ends the working time. */
const OUT_OF_TIME = new Error('the working time is over');

/**
 * Lets a model write rules for an instance: it reads the task text and base, registers candidates and
 * reads why they are refused. Golden is only used for the checks. The same call continues an
 * interrupted transcript, and no finished turn is paid twice.
 * @throws RefbenchError kind `usage` for a transcript of other settings, a ruleset that contains rules
 *   already, or a wrong key; `in-use` if another process works on the transcript; `infra-incomplete` if
 *   the provider does not answer; the reason of a signal if aborted
 */
export async function generateRules(options: GenerateOptions): Promise<Generation> {
  const { folder, client, limits } = options;
  await using _lock = await lockFolder(folder);
  const prompts = await readPrompts('tools');
  await using transcript = await openTranscript(options, prompts);
  await using spending = await SpendingLimit.open(join(folder, 'ledger.jsonl'), limits.budgetUsd);
  const timer = new AbortController();
  const left = limits.wallClockMs - transcript.seconds * 1_000;
  const timeout = setTimeout(() => timer.abort(OUT_OF_TIME), Math.max(left, 0));
  let turns = transcript.earlier.filter(({ role }) => role === 'model').length;
  const resultOf = async (end: GenerationEnd): Promise<Generation> => {
    await transcript.end(end);
    const { registered, seconds } = transcript;
    const usd = spending.spentUsd;
    return { end, registered, turns, usd, seconds, transcript: transcriptPath(folder) };
  };
  try {
    if (left <= 0) return await resultOf('time');
    const tools = toolsOf(options, transcript.registered);
    const loop = await spending.withTools(client, 'generate', {
      system: prompts.system,
      prompt: transcript.prompt,
      earlier: transcript.earlier,
      tools: tools.tools,
      maxTurns: limits.turns,
      signal: AbortSignal.any([options.stop, timer.signal]),
      onTurn: async (turn) => {
        await transcript.append(turn, tools.takeRegistered());
        if (turn.role === 'model') {
          turns += 1;
          options.onProgress(`turn ${turns}  $${spending.spentUsd.toFixed(4)}${wordsOf(turn)}`);
        }
        options.drain.throwIfAborted();
      },
    });
    return await resultOf(endOf(loop));
  } catch (error) {
    if (timer.signal.aborted && !options.stop.aborted) return await resultOf('time');
    throw error;
  } finally {
    clearTimeout(timeout);
  }
}

async function openTranscript(
  options: GenerateOptions,
  prompts: GeneratePrompts,
): Promise<Transcript> {
  const tools = textsOf(toolsOf(options, []).tools);
  return await claimTranscript(options, prompts, {
    model: options.client.model,
    agent: null,
    prompt: digestOf({
      texts: prompts.digest,
      tools,
    }),
  });
}

/** What the model reads about its tools. */
function textsOf(tools: readonly Tool[]): readonly object[] {
  return tools.map(({ name, description, schema }) => ({
    name,
    description,
    input: z.toJSONSchema(schema, { io: 'input' }),
  }));
}

function endOf({ end }: ToolLoopResult): GenerationEnd {
  return end === 'tool' ? 'finished' : end;
}

/** What the model wrote beside its calls, on one line. */
function wordsOf({ text }: { readonly text: string }): string {
  const words = text.trim().replace(/\s+/g, ' ').slice(0, 200);
  return words === '' ? '' : `  ${words}`;
}

interface AgentTools {
  readonly tools: readonly Tool[];
  /** Returns the rules that were registered since the last call. */
  readonly takeRegistered: () => readonly RegisteredRule[];
}

function toolsOf(
  { context, explorer, client, rulesDir, folder, scan, onProgress }: GenerateOptions,
  registered: readonly RegisteredRule[],
): AgentTools {
  let fresh: RegisteredRule[] = [];
  return {
    tools: [
      exploreTool(explorer, onProgress),
      registerTool({
        context,
        rulesDir,
        scan,
        registered,
        say: onProgress,
        by: {
          kind: 'model',
          name: client.model,
        },
        candidatesDir: join(folder, 'candidates'),
        onRegistered: (rules) => void fresh.push(...rules),
      }),
      finishTool(onProgress),
    ],
    takeRegistered: (): readonly RegisteredRule[] => {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}
