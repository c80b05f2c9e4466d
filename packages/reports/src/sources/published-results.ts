import { basename, dirname, join } from 'node:path';
import { RefbenchError, type TestRun } from '@refbench/contracts';
import { parseJson, readInput, sha256OfBytes, withoutMark } from '@refbench/files';
import {
  alignment,
  bounds,
  figuresOf,
  instructionFollowing,
  pass,
  type Figures,
  type Observation,
  type Usage,
} from '@refbench/scoring';
import { readInstancesCsv } from './instances-csv.ts';
import { publishedResultSchema, type PublishedResult } from './published-schema.ts';
import type { ResultSet } from './result-set.ts';

/**
 * Reads results.jsonl of the published format. Figures are computed from the counts, never taken over;
 * where the file says another IFR, that is an error. Pass is against the one base run and the one golden
 * run that the lines carry. `instances.csv` in the same folder gives languages and categories.
 */
export async function readPublishedResults(path: string): Promise<ResultSet> {
  const bytes = await readInput(path, {
    called: 'results file',
    mend: 'give a results.jsonl of the published format, or the folder of a run',
  });
  const lines = withoutMark(bytes.toString('utf8')).split('\n');
  const results = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [parseLine(path, index + 1, line)],
  );
  if (results.length === 0) throw invalid(path, 'it holds no result');
  const tracks = trackNames(results);
  const facts = await readInstancesCsv(join(dirname(path), 'instances.csv'));
  const ids = [...new Set(results.map(instanceOf))];
  return {
    source: {
      kind: 'results',
      id: basename(path),
      digest: sha256OfBytes(bytes),
      tools: [],
      notes: [
        `The stored IFR, IFR+ and IFR- of all ${results.length} results are reproduced from their counts.`,
        'Pass is judged by one run of base and one of golden, not by five: the file has no more.',
      ],
    },
    observations: results.map((result) => observationOf(result, tracks)),
    instances: ids.map((id) => facts.get(id) ?? { id, language: null, category: null }),
    planned: [],
  };
}

function parseLine(path: string, number: number, line: string): PublishedResult {
  const parsed = parseJson(line, publishedResultSchema);
  if (parsed.kind === 'invalid') throw invalid(path, `line ${number}: ${parsed.reason}`);
  const result = parsed.value;
  const { ifr, positive_ifr, negative_ifr } = result.agent_rule_metrics;
  const computed = followingOf(result);
  // The published format has 1 where a side has no rules; here that is undefined.
  const pairs = [
    [computed.total, ifr],
    [computed.additive, positive_ifr],
    [computed.reductive, negative_ifr],
  ] as const;
  const wrong = pairs.find(([ours, stored]) => Math.abs((ours ?? 1) - stored) > 1e-12);
  if (wrong !== undefined) {
    throw invalid(
      path,
      `line ${number}: it states an IFR of ${wrong[1]}, its counts give ${wrong[0]}`,
    );
  }
  return result;
}

function invalid(path: string, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path} is not a results file: ${reason}`,
    mend: 'give a results.jsonl of the published format, or the folder of a run',
  });
}

function followingOf({
  agent_rule_metrics: rules,
}: PublishedResult): ReturnType<typeof instructionFollowing> {
  return instructionFollowing({
    additive: { matched: rules.positive_rules_matched, total: rules.total_positive_rules },
    reductive: {
      unmatched: rules.total_negative_rules - rules.negative_rules_matched,
      total: rules.total_negative_rules,
    },
  });
}

function observationOf(result: PublishedResult, tracks: ReadonlyMap<string, string>): Observation {
  const { inference_metadata: inference } = result;
  return {
    agent: result.agent_config.id,
    track: tracks.get(folderOf(result)) ?? trackOf(result),
    mode: inference?.mode ?? 'direct',
    instance: instanceOf(result),
    ending: endingOf(result),
    result: { kind: 'scored', figures: figuresOfResult(result) },
    usage: usageOf(inference),
  };
}

function figuresOfResult(result: PublishedResult): Figures {
  const { base_metrics, golden_metrics } = result.instance_metadata;
  const limits = bounds([testRun(base_metrics)], [testRun(golden_metrics)]);
  const passed = pass(testRun(result.agent_test_metrics), limits);
  const ifr = followingOf(result);
  return figuresOf({ pass: passed, ifr, alignment: alignment(passed, ifr) });
}

function testRun(metrics: PublishedResult['agent_test_metrics']): TestRun {
  if (metrics === null) return { kind: 'no-verdict', reason: 'no test result was stored' };
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
    // A negative cost is how the format says "unknown".
    costUsd: cost === null || cost < 0 ? null : cost,
    inputTokens: tokens?.input_tokens ?? null,
    outputTokens: tokens?.output_tokens ?? null,
    seconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : null,
  };
}

function instanceOf({ instance_metadata: { owner, repo, base_hash } }: PublishedResult): string {
  return `${owner}__${repo}-${base_hash.slice(0, 8)}`.toLowerCase();
}

function folderOf(result: PublishedResult): string {
  return result._dir ?? '';
}

function trackOf(result: PublishedResult): string {
  return result.inference_metadata?.description_type ?? folderOf(result);
}

/** A folder's track; two folders of one track are told apart by the folder's name. */
function trackNames(results: readonly PublishedResult[]): ReadonlyMap<string, string> {
  const tracks = new Map<string, string>();
  for (const result of results) {
    const folder = folderOf(result);
    // Results of golden and null agents state no track of their own.
    const stated = result.inference_metadata?.description_type;
    if (typeof stated === 'string') tracks.set(folder, stated);
    else if (!tracks.has(folder)) tracks.set(folder, folder === '' ? 'unknown' : folder);
  }
  const counts = new Map<string, number>();
  for (const track of tracks.values()) counts.set(track, (counts.get(track) ?? 0) + 1);
  return new Map(
    [...tracks].map(([folder, track]) => [
      folder,
      (counts.get(track) ?? 0) > 1 ? `${track} (${folder})` : track,
    ]),
  );
}
