import { join } from 'node:path';
import { ensureNode, type Agent } from '@refbench/agents';
import { DEFAULT_LIMITS, type AttemptUsage, type Limits, type Outcome } from '@refbench/contracts';
import { writeRecipe } from '@refbench/env-builder';
import { writeFileAtomic } from '@refbench/base';
import {
  recordDependencies,
  type BuildEnvironmentOptions,
  type EnvironmentCheck,
} from '@refbench/environments';
import { agentSubmission } from '../attempt/agent-submission.ts';
import { openModelService, type ModelOptions } from '../submission/model-service.ts';
import type { PromptSet } from '../submission/prompt-set.ts';
import { openInstanceRepository } from '@refbench/instances';
import { scratchFolder } from '@refbench/workspace';
import { MAX_CANDIDATES, promptOf, startOf } from './builder-brief.ts';
import { runBuilder, type BuilderWork } from './builder-container.ts';
import {
  SUMMARY,
  tryCandidate,
  type CandidateReason,
  type CandidateVerdict,
  type RecipeFiles,
} from './candidate.ts';
import { openCheckServer } from './check-server.ts';
import { verdictReport } from './verdict-report.ts';

export interface BuildByAgentOptions extends BuildEnvironmentOptions {
  readonly agent: Agent;
  /** Required if the agent needs a model. The budget is that of the builder. */
  readonly models?: ModelOptions;
  readonly prompts: PromptSet;
  /** Limits of the agent's container. The paper allows 90 minutes. */
  readonly wallClockMs?: number;
  /** Folder for the evidence: log, usage, ledger, trajectory, and the last verdict. */
  readonly folder: string;
}

interface Common {
  /** How the agent ended, independent of its scripts. */
  readonly agent: Outcome;
  readonly usage: AttemptUsage | undefined;
  /** Number of different scripts that were built and validated. */
  readonly candidates: number;
}

/** Result of a build by an agent. Only an admitted recipe is written beside the instance. */
export type AgentBuild = Common &
  (
    | { readonly kind: 'admitted'; readonly check: EnvironmentCheck; readonly summary: string }
    /** The scripts are not a recipe: they are missing, unreadable, or without a summary. */
    | { readonly kind: 'invalid-scripts'; readonly reasons: readonly string[] }
    | {
        readonly kind: 'rejected';
        readonly check: EnvironmentCheck | undefined;
        readonly reasons: readonly CandidateReason[];
      }
    /** The agent ran out of budget or time, and its scripts were rejected. */
    | {
        readonly kind: 'out-of-budget';
        readonly budgetUsd: number;
        readonly spentUsd: number;
        readonly reasons: readonly string[];
      }
    | {
        readonly kind: 'out-of-time';
        readonly limitMs: number;
        readonly reasons: readonly string[];
      }
    | { readonly kind: 'infra-failed'; readonly detail: string }
  );

/** Limits of the paper: 90 minutes and 5 dollars. */
export const BUILDER_WALL_CLOCK_MS: number = 90 * 60_000;
export const BUILDER_BUDGET_USD: number = 5;

/** Shorter than the command time-out of common agents. */
const ANSWER_TIMEOUT_MS = 90_000;

/**
 * Lets an agent write the environment of an instance, starting from the detected draft, and
 * validates the result. Returns undefined if the caller stopped it.
 * @throws RefbenchError for failures that the agent did not cause
 */
export async function buildByAgent(options: BuildByAgentOptions): Promise<AgentBuild | undefined> {
  const { agent, workspace, entry, signal } = options;
  const submission = agentSubmission(agent);
  await using modelService = await openModelService({
    submissions: [submission],
    models: options.models,
    judge: undefined,
    engine: options.engine,
    stateDir: workspace.stateDir,
    ledgerFile: join(options.folder, 'ledger.jsonl'),
    signal,
  });
  await agent.install?.(signal);
  await using scratch = await scratchFolder(workspace.stateDir);
  await using repository = await openInstanceRepository(options);
  const draft = await startOf(options);
  let candidates = 0;
  await using checkServer = await openCheckServer({
    stateDir: workspace.stateDir,
    maxCandidates: MAX_CANDIDATES,
    answerTimeoutMs: ANSWER_TIMEOUT_MS,
    decide: async (files) => {
      candidates += 1;
      options.onProgress(`candidate ${candidates}: building and validating`);
      const folder = await scratch.sub(`candidate-${candidates}`);
      const verdict = await tryCandidate(files, folder, options);
      options.onProgress(`candidate ${candidates}: ${verdict.kind}`);
      return verdict;
    },
  });
  options.onProgress(`${agent.name} ${agent.version} writes the environment`);
  const agentLimits: Limits = {
    ...DEFAULT_LIMITS.build,
    wall_clock_ms: options.wallClockMs ?? BUILDER_WALL_CLOCK_MS,
  };
  const budgetUsd = options.models?.budgetUsd ?? 0;
  const work = await runBuilder({
    ...options,
    modelService,
    repository,
    scratch,
    baseImage: draft.baseImage,
    draft: draft.files,
    prompt: promptOf(options, draft.words, { wallClockMs: agentLimits.wall_clock_ms, budgetUsd }),
    budgetUsd,
    agentLimits,
    checker: checkServer.socketDir,
    node: await ensureNode(workspace.stateDir, signal),
  });
  if (work === undefined) return undefined;
  await keepEvidence(options.folder, work);
  const common = { agent: work.outcome, usage: work.usage, candidates: checkServer.candidates() };
  if (work.outcome.kind === 'infra-failed') {
    return { ...common, kind: 'infra-failed', detail: work.outcome.detail };
  }
  const { verdict, summary } = await finalVerdict(work, checkServer.decide);
  await writeFileAtomic(join(options.folder, 'verdict.txt'), verdictReport(verdict));
  if (verdict.kind === 'admitted') {
    await writeRecipe(verdict.draft, entry.dir);
    await writeFileAtomic(join(entry.dir, SUMMARY), summary);
    await recordDependencies(options);
  }
  return {
    ...common,
    candidates: checkServer.candidates(),
    ...judge(verdict, summary, work.outcome),
  };
}

async function finalVerdict(
  { left }: BuilderWork,
  decide: (files: RecipeFiles) => Promise<CandidateVerdict>,
): Promise<{ readonly verdict: CandidateVerdict; readonly summary: string }> {
  if (left.kind === 'invalid') return { verdict: left, summary: '' };
  const summary = left.files.get(SUMMARY)?.text ?? '';
  const missing: CandidateVerdict = { kind: 'invalid', reasons: [`${SUMMARY} is missing`] };
  return { verdict: summary.trim() === '' ? missing : await decide(left.files), summary };
}

type Judgement = AgentBuild extends infer Build
  ? Build extends Common
    ? Omit<Build, keyof Common>
    : never
  : never;

/**
 * An admitted recipe counts, however the agent ended. Otherwise, the end of the agent explains the
 * rejection.
 */
function judge(verdict: CandidateVerdict, summary: string, outcome: Outcome): Judgement {
  if (verdict.kind === 'admitted') return { kind: 'admitted', check: verdict.check, summary };
  const reasons =
    verdict.kind === 'invalid' ? verdict.reasons : verdict.reasons.map(({ what }) => what);
  if (outcome.kind === 'budget-exceeded') {
    const { budget_usd: budgetUsd, spent_usd: spentUsd } = outcome;
    return { kind: 'out-of-budget', budgetUsd, spentUsd, reasons };
  }
  if (outcome.kind === 'timed-out') {
    return { kind: 'out-of-time', limitMs: outcome.limit_ms, reasons };
  }
  if (verdict.kind === 'invalid') return { kind: 'invalid-scripts', reasons: verdict.reasons };
  return { kind: 'rejected', check: verdict.check, reasons: verdict.reasons };
}

async function keepEvidence(folder: string, work: BuilderWork): Promise<void> {
  await writeFileAtomic(join(folder, 'agent.log'), work.log.bytes);
  if (work.trajectory !== undefined) {
    await writeFileAtomic(join(folder, 'trajectory.json'), JSON.stringify(work.trajectory));
  }
  if (work.left.kind === 'invalid') return;
  for (const [name, { text }] of work.left.files) {
    await writeFileAtomic(join(folder, 'scripts', name), text);
  }
}
