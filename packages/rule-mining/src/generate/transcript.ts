import { join } from 'node:path';
import { RefbenchError, rulesetSideSchema, type Digest } from '@refbench/contracts';
import { canonicalJson, Journal, readJournal } from '@refbench/base';
import type { LoopTurn } from '@refbench/models';
import { z } from 'zod';
import type { RegisteredRule } from './register-tool.ts';

/** What must stay equal while a transcript is continued. */
export interface TranscriptPlan {
  readonly instance: string;
  /** Digest of both commits, the repository and the task text. */
  readonly instance_digest: Digest;
  /** Null for an agent without a model. */
  readonly model: string | null;
  /** Digest of the agent; null for a model with tools. */
  readonly agent: Digest | null;
  /** Digest of the prompt templates and the descriptions of the tools. */
  readonly prompt: Digest;
  /** Folder of the ruleset. */
  readonly ruleset: string;
}

const count = z.int().nonnegative();
const at = z.iso.datetime();
/** Time since the line before, without pauses between two processes. */
const seconds = z.number().nonnegative();

/** The rules that a line added to the ruleset. */
const registered = z.array(z.strictObject({ id: z.string(), side: rulesetSideSchema }));

const lineSchema = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('start'),
    schema: z.literal(1),
    at,
    instance: z.string(),
    instance_digest: z.string(),
    model: z.string().nullable(),
    agent: z.string().nullable(),
    prompt: z.string(),
    ruleset: z.string(),
  }),
  z.strictObject({ role: z.literal('user'), at, text: z.string() }),
  z.strictObject({
    role: z.literal('model'),
    at,
    seconds,
    text: z.string(),
    calls: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        input: z.unknown(),
      }),
    ),
    usage: z.strictObject({
      inputTokens: count,
      cachedTokens: count,
      outputTokens: count,
    }),
    usd: z.number().nonnegative(),
  }),
  z.strictObject({
    role: z.literal('results'),
    at,
    seconds,
    results: z.array(
      z.strictObject({
        id: z.string(),
        text: z.string(),
      }),
    ),
    ends: z.boolean(),
    registered,
  }),
  /** A command that an agent in a container called. */
  z.strictObject({
    role: z.literal('call'),
    at,
    seconds,
    name: z.enum(['register', 'finish']),
    input: z.unknown(),
    answer: z.string(),
    registered,
  }),
  z.strictObject({ role: z.literal('end'), at, seconds, end: z.string() }),
]);

type TranscriptLine = z.infer<typeof lineSchema>;

/** The turns of a rule-writing agent, in a file to which each turn is appended when it ends. */
export class Transcript implements AsyncDisposable {
  /** The turns that earlier processes finished. */
  readonly earlier: readonly LoopTurn[];
  /** The prompt with which the conversation started. */
  readonly prompt: string;
  private called: number;
  private hasFinished: boolean;
  private readonly journal: Journal<TranscriptLine>;
  private readonly known: RegisteredRule[];
  private elapsed: number;
  private since: number = performance.now();

  private constructor(journal: Journal<TranscriptLine>, lines: readonly TranscriptLine[]) {
    this.journal = journal;
    this.earlier = lines.flatMap(turnOf);
    this.prompt = lines.find((line) => line.role === 'user')?.text ?? '';
    this.known = lines.flatMap((line) => ('registered' in line ? line.registered : []));
    this.called = lines.filter(({ role }) => role === 'call').length;
    this.hasFinished = lines.some((line) => line.role === 'call' && line.name === 'finish');
    this.elapsed = lines.reduce((sum, line) => sum + ('seconds' in line ? line.seconds : 0), 0);
  }

  /**
   * Continues the transcript of a folder, or starts one with the prompt.
   * @throws RefbenchError kind `usage` if it belongs to other settings, `invalid-file` if it is damaged
   */
  static async open(folder: string, plan: TranscriptPlan, prompt: string): Promise<Transcript> {
    const path = transcriptPath(folder);
    const journal = await Journal.open<TranscriptLine>(path);
    try {
      const { events, invalidLines } = await readJournal(path, lineSchema);
      if (invalidLines > 0 || (events.length > 0 && events[0]?.role !== 'start')) {
        throw new RefbenchError({
          kind: 'invalid-file',
          message: `${path}: it is not the transcript of "refbench rules generate", or a line of it was changed`,
          hint: 'restore the file, or name another folder with --transcript',
        });
      }
      const lines = [...events];
      const now = new Date().toISOString();
      const [first] = lines;
      if (first?.role === 'start') requireEqual(plan, first, path);
      const fresh: TranscriptLine[] = [];
      if (first === undefined) fresh.push({ role: 'start', schema: 1, at: now, ...plan });
      if (lines.length < 2) fresh.push({ role: 'user', at: now, text: prompt });
      await journal.appendAll(fresh);
      return new Transcript(journal, [...lines, ...fresh]);
    } catch (error) {
      await journal[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** All rules that were registered so far. */
  get registered(): readonly RegisteredRule[] {
    return this.known;
  }

  /** Number of commands that an agent in a container called. */
  get calls(): number {
    return this.called;
  }

  /** Whether an agent in a container said that it is done. */
  get finished(): boolean {
    return this.hasFinished;
  }

  /** Working time of all processes, in seconds. */
  get seconds(): number {
    return this.elapsed;
  }

  /** Appends a turn. Resolves when it is on the disk. */
  async append(turn: LoopTurn, registered: readonly RegisteredRule[]): Promise<void> {
    const common = this.stamp();
    if (turn.role === 'model') {
      const { text, calls, usage, usd } = turn;
      const plain = calls.map(({ id, name, input }) => ({ id, name, input }));
      await this.journal.append({ role: 'model', ...common, text, calls: plain, usage, usd });
      return;
    }
    const { results, ends } = turn;
    this.known.push(...registered);
    await this.journal.append({
      role: 'results',
      ...common,
      results: [...results],
      ends,
      registered: [...registered],
    });
  }

  /** Appends a command of an agent in a container. Resolves when it is on the disk. */
  async appendCall(
    name: 'register' | 'finish',
    input: unknown,
    answer: string,
    registered: readonly RegisteredRule[],
  ): Promise<void> {
    this.known.push(...registered);
    this.called += 1;
    this.hasFinished ||= name === 'finish';
    const common = { ...this.stamp(), name, input, answer };
    await this.journal.append({ role: 'call', ...common, registered: [...registered] });
  }

  /** Records why the work stopped. A later process may still continue it. */
  async end(why: string): Promise<void> {
    await this.journal.append({ role: 'end', ...this.stamp(), end: why });
  }

  /** Adds the time since the line before to the working time. */
  private stamp(): { readonly at: string; readonly seconds: number } {
    const now = performance.now();
    const seconds = Math.round(now - this.since) / 1_000;
    this.since = now;
    this.elapsed += seconds;
    return { at: new Date().toISOString(), seconds };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.journal[Symbol.asyncDispose]();
  }
}

/** Whether a folder has a transcript that can be continued. */
export async function hasTranscript(folder: string): Promise<boolean> {
  const { events } = await readJournal(transcriptPath(folder), lineSchema);
  return events.length > 0;
}

/** Path of the transcript in its folder. */
export function transcriptPath(folder: string): string {
  return join(folder, 'transcript.jsonl');
}

function turnOf(line: TranscriptLine): readonly LoopTurn[] {
  if (line.role === 'model') {
    const { role, text, calls, usage, usd } = line;
    return [{ role, text, calls, usage, usd }];
  }
  if (line.role !== 'results') return [];
  const { role, results, ends } = line;
  return [{ role, results, ends }];
}

function requireEqual(plan: TranscriptPlan, stored: TranscriptPlan | object, path: string): void {
  const before = new Map<string, unknown>(Object.entries(stored));
  const differing = Object.entries(plan)
    .filter(([key, value]) => canonicalJson(value) !== canonicalJson(before.get(key) ?? null))
    .map(([key]) => key);
  if (differing.length === 0) return;
  throw new RefbenchError({
    kind: 'usage',
    message: `${path} belongs to other settings; these differ: ${differing.join(', ')}`,
    hint: 'repeat the original command, or name other folders with --transcript and --to',
  });
}
