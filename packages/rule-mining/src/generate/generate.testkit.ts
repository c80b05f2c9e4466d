import { join } from 'node:path';
import { instanceSchema } from '@refbench/contracts';
import { loadPrices, modelClient } from '@refbench/models';
import {
  startModelServer,
  type ModelServer,
  type ScriptRule,
} from '@refbench/models/scripted-provider';
import type { RepositoryContext } from '@refbench/rule-engine';
import { temporaryFolder, type TemporaryFolder } from '@refbench/test-helpers';
import { contextOf } from '../change.testkit.ts';
import type { Explorer } from './explorer.ts';
import { minedCandidates, type RuleCandidates } from './mined-candidates.ts';
import { RuleRegistration, type RegistrationOptions } from './rule-registration.ts';
import {
  GENERATE_LIMITS,
  generateRules,
  type GenerateOptions,
  type Generation,
} from './generate-rules.ts';

export const NEVER: AbortSignal = new AbortController().signal;

const calls = (name: string, times: number): string =>
  Array.from({ length: times }, (_, index) => `${name}(${index});\n`).join('');

/** In golden, `secret` occurs in a text that no answer may contain. */
export const SECRET = 'onlyGoldenSaysThis';

const BASE = { 'a.ts': `${calls('old', 3)}${calls('leaky', 1)}${calls('back', 11)}` };
const GOLDEN = { 'a.ts': `${calls('fresh', 3)}${calls('leaky', 11)}back('${SECRET}');\n` };

export const call = (id: string, name: string): string =>
  `id: ${id}\nlanguage: ts\nrule: { pattern: ${name}($A) }\n`;

export const registering = (side: string, rules: string): Pick<ScriptRule, 'tool'> => ({
  tool: { name: 'register', input: { side, rules } },
});

export const exploring = (command: string): Pick<ScriptRule, 'tool'> => ({
  tool: { name: 'explore', input: { command } },
});

export const FINISHING: Pick<ScriptRule, 'tool'> = {
  tool: { name: 'finish', input: { summary: 'all of it' } },
};

/** Answers in this order, by the number of results that a request carries. */
export function inOrder(...answers: readonly ScriptRule[]): readonly ScriptRule[] {
  return answers.map((answer, results) => ({ ...answer, when: { results } }));
}

/** An agent with a scripted model, on a repository with two small commits. */
export class AgentBed implements AsyncDisposable {
  readonly folder: TemporaryFolder;
  /** Scripts that reached the explorer. */
  readonly explored: string[] = [];
  private readonly context: RepositoryContext;

  private constructor(folder: TemporaryFolder, context: RepositoryContext) {
    this.folder = folder;
    this.context = context;
  }

  static async open(): Promise<AgentBed> {
    return new AgentBed(await temporaryFolder(), await contextOf(BASE, GOLDEN));
  }

  path(name: string): string {
    return join(this.folder.path, name);
  }

  /** Runs the agent until it ends. An answer costs $0.0045 if the script does not say otherwise. */
  async run(rules: readonly ScriptRule[], options: Partial<GenerateOptions> = {}): Promise<Run> {
    await using server = await startModelServer({
      script: { usage: { input: 1_000, output: 100 }, rules },
    });
    const generation = await this.generate(server, options);
    return { generation, asked: server.requests().map(({ body }) => body) };
  }

  async generate(server: ModelServer, options: Partial<GenerateOptions>): Promise<Generation> {
    return await generateRules({
      ...this.subject(),
      explorer: this.explorer(),
      client: modelClient({
        provider: 'anthropic',
        model: 'claude-sonnet-4-6',
        baseUrl: server.url,
        apiKey: 'k',
        prices: await loadPrices(),
        retries: 0,
        maxOutputTokens: 1_000,
      }),
      limits: GENERATE_LIMITS,
      drain: NEVER,
      stop: NEVER,
      ...options,
    });
  }

  /** Opens the registration of an agent in a container. */
  async register(): Promise<RuleRegistration> {
    const agent = { name: 'my-agent', digest: `sha256:${'0'.repeat(64)}`, model: null } as const;
    return await RuleRegistration.open({ ...this.subject(), agent });
  }

  /** The rules that the miner finds here. */
  async mined(): Promise<RuleCandidates> {
    return await minedCandidates(this.context, { scan: { scanners: 1 } });
  }

  private subject(): Omit<RegistrationOptions, 'agent'> {
    return {
      instance: instanceSchema.parse({
        schema: 1,
        id: 'some__name-11111111',
        repository: { name: 'some/name' },
        base: '1'.repeat(40),
        golden: '2'.repeat(40),
        language: 'typescript',
        category: 'rename',
        licence: 'MIT',
        provenance: 'made for a test',
        environment: { base_image: 'node-22' },
        dependencies_of_golden: [],
      }),
      task: 'Replace old by fresh.',
      context: this.context,
      rulesDir: this.path('rules'),
      folder: this.path('agent'),
      scan: { scanners: 1 },
      onProgress: () => undefined,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context[Symbol.asyncDispose]();
    await this.folder[Symbol.asyncDispose]();
  }

  private explorer(): Explorer {
    return {
      run: async (script) => {
        this.explored.push(script);
        return 'a.ts';
      },
    };
  }
}

interface Run {
  readonly generation: Generation;
  /** Bodies of the requests to the model. */
  readonly asked: readonly string[];
}
