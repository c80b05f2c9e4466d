import {
  attemptRecordSchema,
  scoreSchema,
  trajectorySchema,
  type AttemptRecord,
  type Score,
} from '@refbench/contracts';
import { parseJson, sha256OfBytes } from '@refbench/base';
import { alignment } from '@refbench/scoring';
import type { z } from 'zod';
import { attemptPath } from '../bundle/attempt-path.ts';
import { RUN_FOLDER } from '../bundle/manifest.ts';
import type { OpenedBundle } from './check-structure.ts';
import { check, type Check } from './verification.ts';

/** A score of a bundle, with its place. */
export interface Claim {
  readonly folder: string;
  readonly repeat: number;
  readonly score: Score;
}

export interface Claims {
  readonly checks: readonly Check[];
  readonly claims: readonly Claim[];
}

/** Checks each attempt by itself: records, evidence, trajectories, and the arithmetic of its score. */
export function checkClaims({ manifest, files }: OpenedBundle): Claims {
  const [evidence, trajectories, scores]: [string[], string[], string[]] = [[], [], []];
  const claims: Claim[] = [];
  for (const attempt of manifest.attempts) {
    const folder = `${RUN_FOLDER}/${attemptPath(attempt)}`;
    const read = <T>(name: string, schema: z.ZodType<T>, problems: string[]): T | undefined => {
      const content = files.get(`${folder}/${name}`);
      if (content === undefined) return undefined;
      const parsed = parseJson(content.toString('utf8'), schema);
      if (parsed.kind === 'valid') return parsed.value;
      problems.push(`${folder}/${name}: ${parsed.reason}`);
      return undefined;
    };
    const record = read('attempt.json', attemptRecordSchema, evidence);
    const score = read('score.json', scoreSchema, scores);
    const trajectory = read('trajectory.json', trajectorySchema, trajectories);
    if (
      trajectory === undefined &&
      needsTrajectory(record) &&
      !files.has(`${folder}/trajectory.json`)
    ) {
      trajectories.push(`${folder}/trajectory.json is missing, although the agent used a model`);
    }
    const patch = files.get(`${folder}/patch.diff`);
    const prompt = files.get(`${folder}/prompt.md`);
    for (const problem of recordProblems(attempt, record, patch, prompt)) {
      evidence.push(`${folder}: ${problem}`);
    }
    if (score === undefined) continue;
    for (const problem of scoreProblems(attempt, score, patch))
      scores.push(`${folder}/score.json: ${problem}`);
    claims.push({ folder, repeat: attempt.repeat, score });
  }
  const count = manifest.attempts.length;
  return {
    checks: [
      check(
        'evidence',
        evidence,
        `patches and prompts of ${count} attempts are those of their records`,
      ),
      check('trajectories', trajectories, 'all are valid ATIF'),
      check('scores', scores, `${count} scores follow from their own counts`),
      similarityCheck(claims),
      baselineCheck(claims),
    ],
    claims,
  };
}

type Attempt = OpenedBundle['manifest']['attempts'][number];

function needsTrajectory(record: AttemptRecord | undefined): boolean {
  return (record?.usage?.requests ?? 0) > 0 && record?.outcome.kind === 'completed';
}

function* recordProblems(
  { instance, agent, attempt }: Attempt,
  record: AttemptRecord | undefined,
  patch: Buffer | undefined,
  prompt: Buffer | undefined,
): Generator<string> {
  if (record === undefined) return;
  if (record.instance !== instance || record.agent !== agent || record.attempt !== attempt) {
    yield 'attempt.json is that of another attempt';
  }
  if (prompt !== undefined && sha256OfBytes(prompt) !== record.inputs.prompt) {
    yield 'prompt.md differs from the record';
  }
  if (record.harvested.kind !== 'patch') return;
  if (patch === undefined) yield 'patch.diff is missing';
  else if (sha256OfBytes(patch) !== record.harvested.digest) {
    yield 'patch.diff differs from the record';
  }
}

/** Everything in a score that follows from other parts of it. */
function* scoreProblems(
  { instance, agent, attempt }: Attempt,
  score: Score,
  patch: Buffer | undefined,
): Generator<string> {
  if (score.instance !== instance || score.agent !== agent || score.attempt !== attempt) {
    yield 'it is that of another attempt';
  }
  if (patch !== undefined && sha256OfBytes(patch) !== score.digests.patch) {
    yield 'it belongs to another patch';
  }
  if (score.verdict !== 'model') {
    yield `it is no result of the agent: the ${score.verdict === 'infra' ? 'infrastructure' : 'instance'} failed`;
  }
  if (score.integrity.controls !== 'full') yield 'it lacks integrity checks';
  if (score.integrity.findings.some(({ severity }) => severity === 'void') && score.pass === 1) {
    yield 'a void result cannot pass';
  }
  if (score.provisional !== undefined && score.integrity.ranked) {
    yield 'it is a first look, which cannot be ranked';
  }
  if (score.no_tests !== undefined && score.pass !== null) {
    yield 'it passes or fails, although its instance has no tests';
  }
  const { additive, reductive } = score.rules;
  const total = additive.total + reductive.total;
  if (score.ifr.total !== null && total > 0 && score.verdict === 'model') {
    const expected = (additive.matched + reductive.unmatched) / total;
    if (!isClose(score.ifr.total, expected))
      yield `ifr.total is ${score.ifr.total}, not ${expected}`;
  }
  if (score.pass !== null) {
    const expected = alignment(score.pass, score.ifr).total;
    if (!isClose(score.alignment.total, expected)) {
      yield `alignment.total is ${score.alignment.total}, not ${expected}`;
    }
  }
  const { passed, p_min: least, failed, f_max: most } = score.tests;
  if (
    score.pass === 1 &&
    ((least !== null && passed < least) || (most !== null && failed > most))
  ) {
    yield 'it passes, although its tests do not reach the bounds';
  }
}

function isClose(value: number | null, expected: number | null): boolean {
  if (value === null || expected === null) return value === expected;
  return Math.abs(value - expected) < 1e-9;
}

/** A first look is accepted, and told apart: the board shows it without a rank. */
function baselineCheck(claims: readonly Claim[]): Check {
  const count = claims.filter(({ score }) => score.provisional !== undefined).length;
  const all = `${claims.length} scores are from the complete baseline of their host`;
  const some = `${count} of ${claims.length} scores are a first look, so their agents are shown without a rank`;
  return check('baselines', [], count === 0 ? all : some);
}

/** Similarity to golden is a finding of the grader. A person must look at it. */
function similarityCheck(claims: readonly Claim[]): Check {
  const found = claims.flatMap(({ score }) =>
    score.integrity.findings
      .filter(({ kind, severity }) => kind === 'golden-similarity' && severity !== 'note')
      .map(({ detail }) => `${score.agent} on ${score.instance}: ${detail}`),
  );
  return check(
    'similarity to golden',
    found,
    'no patch resembles golden more than independent work',
  );
}
