import { attemptRecordSchema, scoreSchema, settingMode } from '@refbench/contracts';
import { parseJson } from '@refbench/base';
import type { ResultSet } from '@refbench/reports';
import { attemptPath } from '../bundle/attempt-path.ts';
import { RUN_FOLDER } from '../bundle/manifest.ts';
import type { BoardAgent, BoardResult } from './board-view.ts';
import type { BoardSubmission } from './board-submission.ts';

/** The results of a submission, one per attempt that counts. */
export function* boardResults(
  { id, bundle }: Pick<BoardSubmission, 'id' | 'bundle'>,
  agents: readonly BoardAgent[],
  instances: ResultSet['instances'],
): Generator<BoardResult> {
  const { manifest, plan, files } = bundle;
  const facts = new Map(instances.map((one) => [one.id, one]));
  for (const attempt of manifest.attempts) {
    const folder = `${RUN_FOLDER}/${attemptPath(attempt)}`;
    const text = (name: string): string => files.get(`${folder}/${name}`)?.toString('utf8') ?? '';
    const score = parseJson(text('score.json'), scoreSchema);
    const record = parseJson(text('attempt.json'), attemptRecordSchema);
    if (score.kind === 'invalid') continue;
    const { instance, agent, repeat, attempt: number } = attempt;
    const { pass, ifr, alignment, precision, outcome, integrity } = score.value;
    const label = agents.find((one) => one.submission === id && one.name === agent)?.label ?? agent;
    yield {
      label,
      submission: id,
      instance,
      run: plan.run,
      track: plan.track,
      mode: settingMode(plan),
      language: facts.get(instance)?.language ?? null,
      category: facts.get(instance)?.category ?? null,
      key: `${instance}/${agent}/${repeat}/${number}`,
      outcome: outcome.kind,
      pass,
      ifr: ifr.total,
      alignment: alignment.total,
      precision: precision.total,
      usd: record.kind === 'valid' ? (record.value.usage?.usd ?? null) : null,
      ...(score.value.no_tests === undefined ? {} : { untested: true as const }),
      ranked: integrity.ranked,
    };
  }
}
