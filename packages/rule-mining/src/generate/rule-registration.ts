import { join } from 'node:path';
import type { Digest, RulesetSide } from '@refbench/contracts';
import type { Tool } from '@refbench/models';
import type { RuleContext, TreeScanOptions } from '@refbench/rule-engine';
import { claimTranscript, lockFolder, type WritingSubject } from './claim-transcript.ts';
import { readPrompts } from './prompts.ts';
import { registerTool, type RegisteredRule } from './register-tool.ts';
import { transcriptPath, type Transcript } from './transcript.ts';

export interface RegistrationOptions extends WritingSubject {
  /** Both trees, for the checks. The agent itself reads only base. */
  readonly context: RuleContext;
  readonly scan: TreeScanOptions;
  /** The agent that writes the rules. */
  readonly agent: {
    readonly name: string;
    readonly digest: Digest;
    readonly model: string | null;
  };
  readonly onProgress: (text: string) => void;
}

/**
 * The registration of rules by an agent in a container. Each call is recorded in the transcript. An
 * agent that was interrupted starts anew, with the rules that are registered already.
 */
export class RuleRegistration implements AsyncDisposable {
  /** The whole prompt of the agent. */
  readonly prompt: string;
  private readonly lock: AsyncDisposable;
  private readonly transcript: Transcript;
  private readonly tool: Tool;
  private readonly path: string;
  private fresh: readonly RegisteredRule[] = [];
  private readonly say: (text: string) => void;

  private constructor(
    options: RegistrationOptions,
    parts: {
      readonly lock: AsyncDisposable;
      readonly transcript: Transcript;
      readonly system: string;
    },
  ) {
    const { context, rulesDir, scan, folder } = options;
    this.lock = parts.lock;
    this.transcript = parts.transcript;
    this.path = transcriptPath(folder);
    this.say = options.onProgress;
    this.prompt = [parts.system, parts.transcript.prompt, ...knownRules(this.registered)].join(
      '\n\n',
    );
    this.tool = registerTool({
      context,
      rulesDir,
      scan,
      registered: parts.transcript.registered,
      say: this.say,
      by: {
        kind: 'model',
        name: authorOf(options.agent),
      },
      candidatesDir: join(folder, 'candidates'),
      onRegistered: (rules) => void (this.fresh = rules),
    });
  }

  /**
   * Opens the transcript of the agent, or continues it.
   * @throws RefbenchError as `claimTranscript` and `lockFolder`
   */
  static async open(options: RegistrationOptions): Promise<RuleRegistration> {
    const lock = await lockFolder(options.folder);
    try {
      const prompts = await readPrompts('commands');
      const { digest: agent, model } = options.agent;
      const writer = { agent, model, prompt: prompts.digest };
      const transcript = await claimTranscript(options, prompts, writer);
      return new RuleRegistration(options, { lock, transcript, system: prompts.system });
    } catch (error) {
      await lock[Symbol.asyncDispose]();
      throw error;
    }
  }

  get registered(): readonly RegisteredRule[] {
    return this.transcript.registered;
  }

  /** Number of commands that the agent called. */
  get calls(): number {
    return this.transcript.calls;
  }

  /** Whether the agent said that it is done. */
  get finished(): boolean {
    return this.transcript.finished;
  }

  /** Working time of all processes, in seconds. */
  get seconds(): number {
    return this.transcript.seconds;
  }

  get transcriptPath(): string {
    return this.path;
  }

  /** Checks the rules of a text and adds those that hold. Returns the answer for the agent. */
  async register(side: RulesetSide, rules: string, signal: AbortSignal): Promise<string> {
    const { text } = await this.tool.run({ side, rules }, signal);
    const { fresh } = this;
    this.fresh = [];
    await this.transcript.appendCall('register', { side, rules }, text, fresh);
    return text;
  }

  /** Records that the agent is done. Returns the answer for the agent. */
  async finish(summary: string): Promise<string> {
    this.say(`finish ${summary}`);
    const answer = 'Done.';
    await this.transcript.appendCall('finish', { summary }, answer, []);
    return answer;
  }

  /** Records why the work ended. */
  async end(why: string): Promise<void> {
    await this.transcript.end(why);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.transcript[Symbol.asyncDispose]();
    await this.lock[Symbol.asyncDispose]();
  }
}

/** An agent that starts anew should not write the same rules again. */
/** The agent and its model, such as `claude-code/claude-sonnet-4-6`. */
function authorOf({ name, model }: RegistrationOptions['agent']): string {
  return model === null ? name : `${name}/${model}`;
}

function knownRules(registered: readonly RegisteredRule[]): readonly string[] {
  if (registered.length === 0) return [];
  const list = registered.map(({ id, side }) => `- ${id} (${side})`);
  return [`These rules are registered already:\n\n${list.join('\n')}`];
}
