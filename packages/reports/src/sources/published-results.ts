import { basename, dirname, join } from 'node:path';
import { instanceIdOf, RefbenchError, type TestRun } from '@refbench/contracts';
import { errorCode, parseJson, unreadableInput, countOf } from '@refbench/base';
import { bounds, instructionFollowing, pass, type RuleCounts, type Usage } from '@refbench/scoring';
import { readInstancesCsv } from './instances-csv.ts';
import { visitLines } from './visit-lines.ts';
import { ObservationTable } from './observation-table.ts';
import { publishedResultSchema, type PublishedResult } from './published-schema.ts';
import { SharedParts, type PublishedRow } from './published-shared.ts';
import type { ResultSet } from './result-set.ts';

/**
 * Reads a results.jsonl of the published format, line by line. Metrics are computed from the counts; an
 * IFR in the file that differs is an error. Pass uses the one base run and the one golden run in each
 * line. `instances.csv` in the same folder provides languages and categories.
 * @throws RefbenchError `invalid-file` for an invalid line or a duplicate result
 */
export async function readPublishedResults(path: string): Promise<ResultSet> {
  const observations = new ObservationTable();
  const shared = new SharedParts();
  const lines = new LineNumbers();
  const digest = await visitLines(path, (line, number) => {
    const row = rowOf(parseLine(path, number, line), shared);
    const before = lines.before(row, number);
    if (before !== undefined) {
      throw invalid(
        path,
        `lines ${before} and ${number} both contain a result of ${row.common.agent} on ${row.instance}; number repeats with "repeat": 1, 2, ...`,
      );
    }
    observations.add(row);
  }).catch((error: unknown) => {
    if (error instanceof RangeError) throw invalid(path, error.message);
    if (errorCode(error) === '') throw error;
    throw unreadableInput(path, { called: 'results file', hint: HINT }, error);
  });
  if (observations.length === 0) throw invalid(path, 'it contains no results');
  shared.nameTracks();
  const facts = await readInstancesCsv(join(dirname(path), 'instances.csv'));
  const unknown = shared.instances().filter((id) => !facts.has(id)).length;
  return {
    source: {
      kind: 'results',
      id: basename(path),
      digest,
      tools: [],
      notes: [
        `The counts of all ${observations.length} results reproduce the stored IFR, IFR+ and IFR-.`,
        'Pass uses one run of base and one of golden instead of five, because the file contains no more.',
        ...(unknown === 0 ? [] : [unknownRemark(basename(path), facts.size > 0, unknown)]),
      ],
    },
    observations,
    instances: shared.instances().flatMap((id) => facts.get(id) ?? []),
    planned: [],
  };
}

/** Says why tables by language and category have a row "unknown", and what to add. */
function unknownRemark(results: string, exists: boolean, unknown: number): string {
  const why = exists ? 'has no row for them' : 'does not exist';
  return `Language and category of ${countOf(unknown, 'instance')} are unknown, because instances.csv beside ${results} ${why}. Add it with the columns owner, repo, commit_hash (base), language and category; without it, tables by language and category have one row "unknown".`;
}

/** Line numbers of results, in a compact form: a million of them fit into memory. */
class LineNumbers {
  private readonly bySetting = new Map<string, Map<string, number>>();

  /** Returns the earlier line of the same result. If there is none, stores this line. */
  before({ common, instance, repeat }: PublishedRow, number: number): number | undefined {
    const { agent, mode, folder, stated } = common;
    const track = folder === '' ? stated : folder;
    const key = [track, mode, agent, repeat].join('\n');
    let lines = this.bySetting.get(key);
    if (lines === undefined) this.bySetting.set(key, (lines = new Map()));
    const before = lines.get(instance);
    if (before === undefined) lines.set(instance, number);
    return before;
  }
}

function parseLine(path: string, number: number, line: string): PublishedResult {
  const parsed = parseJson(line, publishedResultSchema);
  if (parsed.kind === 'invalid') throw invalid(path, `line ${number}: ${parsed.reason}`);
  const result = parsed.value;
  const { ifr, positive_ifr, negative_ifr } = result.agent_rule_metrics;
  const computed = instructionFollowing(countsOf(result));
  // In the published format, a side without rules scores 1. Here it is undefined.
  const pairs = [
    [computed.total, ifr],
    [computed.additive, positive_ifr],
    [computed.reductive, negative_ifr],
  ] as const;
  const wrong = pairs.find(([ours, stored]) => !(Math.abs((ours ?? 1) - stored) <= 1e-12));
  if (wrong !== undefined) {
    throw invalid(
      path,
      `line ${number}: stored IFR is ${wrong[1]}, but the counts give ${wrong[0]}`,
    );
  }
  return result;
}

const HINT = 'specify a results.jsonl of the published format, or the folder of a run';

function invalid(path: string, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path} is not a results file: ${reason}`,
    hint: HINT,
  });
}

function countsOf({ agent_rule_metrics: rules }: PublishedResult): RuleCounts {
  return {
    additive: { matched: rules.positive_rules_matched, total: rules.total_positive_rules },
    reductive: {
      unmatched: rules.total_negative_rules - rules.negative_rules_matched,
      total: rules.total_negative_rules,
    },
  };
}

function rowOf(result: PublishedResult, shared: SharedParts): PublishedRow {
  const { inference_metadata: inference, agent_config, repeat = 1 } = result;
  return {
    common: shared.common({
      agent: agent_config.id,
      mode: inference?.mode ?? 'direct',
      reference: agent_config.reference === true,
      ending: endingOf(result),
      folder: result._dir ?? '',
      stated: inference?.description_type ?? undefined,
    }),
    instance: shared.instance(instanceOf(result)),
    repeat,
    result: shared.result(passOf(result), countsOf(result)),
    usage: usageOf(inference),
  };
}

function passOf({ instance_metadata, agent_test_metrics }: PublishedResult): 0 | 1 {
  const { base_metrics, golden_metrics } = instance_metadata;
  const limits = bounds([testRun(base_metrics)], [testRun(golden_metrics)]);
  return pass(testRun(agent_test_metrics), limits);
}

function testRun(metrics: PublishedResult['agent_test_metrics']): TestRun {
  if (metrics === null) return { kind: 'no-verdict', reason: 'no stored test result' };
  const { passed, failed, skipped, total, error } = metrics;
  if (error !== null || failed < 0) return { kind: 'no-verdict', reason: error ?? 'it crashed' };
  return { kind: 'counted', counts: { passed, failed, skipped, total } };
}

function endingOf({ inference_metadata, agent_test_metrics }: PublishedResult): string {
  const finish = inference_metadata?.finish_reason ?? 'unknown';
  return agent_test_metrics === null ? `${finish}, no test verdict` : finish;
}

function usageOf(inference: PublishedResult['inference_metadata']): Usage {
  const tokens = inference?.additional?.tokens;
  const cost = inference?.cost_usd ?? null;
  const [from, to] = [inference?.start_time, inference?.finish_time].map((time) =>
    Date.parse(time ?? ''),
  );
  const seconds = ((to ?? Number.NaN) - (from ?? Number.NaN)) / 1000;
  return {
    // In the published format, a negative cost means unknown.
    costUsd: cost === null || cost < 0 ? null : cost,
    inputTokens: tokens?.input_tokens ?? null,
    outputTokens: tokens?.output_tokens ?? null,
    seconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : null,
  };
}

function instanceOf({ instance_metadata: { owner, repo, base_hash } }: PublishedResult): string {
  return instanceIdOf(`${owner}/${repo}`, base_hash);
}
