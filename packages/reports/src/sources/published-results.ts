import { basename, dirname, join } from 'node:path';
import { RefbenchError, type TestRun } from '@refbench/contracts';
import { errorCode, parseJson, unreadableInput } from '@refbench/files';
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
import { eachLine } from './lines-of.ts';
import { publishedResultSchema, type PublishedResult } from './published-schema.ts';
import type { ResultSet } from './result-set.ts';

/**
 * Reads results.jsonl of the published format, line by line. Figures are computed from the counts, never
 * taken over; where the file says another IFR, that is an error. Pass is against the one base run and the
 * one golden run that the lines carry. `instances.csv` in the same folder gives languages and categories.
 * @throws RefbenchError `invalid-file` for a line that is no result, or a result that is there twice
 */
export async function readPublishedResults(path: string): Promise<ResultSet> {
  const rows: Row[] = [];
  const lines = new LineNumbers();
  const text = internedText();
  const digest = await eachLine(path, (line, number) => {
    const row = rowOf(parseLine(path, number, line), text);
    const before = lines.before(row, number);
    if (before !== undefined) {
      const { agent, instance } = row.observation;
      throw invalid(
        path,
        `lines ${before} and ${number} are both of ${agent} on ${instance}; repeats are told apart by a "repeat" of 1, 2 and so on`,
      );
    }
    rows.push(row);
  }).catch((error: unknown) => {
    if (error instanceof RangeError) throw invalid(path, error.message);
    if (errorCode(error) === '') throw error;
    throw unreadableInput(path, { called: 'results file', mend: MEND }, error);
  });
  if (rows.length === 0) throw invalid(path, 'it holds no result');
  const tracks = trackNames(rows);
  const facts = await readInstancesCsv(join(dirname(path), 'instances.csv'));
  const ids = [...new Set(rows.map(({ observation }) => observation.instance))];
  for (const row of rows) row.observation.track = tracks.get(row.folder) ?? row.stated ?? 'unknown';
  return {
    source: {
      kind: 'results',
      id: basename(path),
      digest,
      tools: [],
      notes: [
        `The stored IFR, IFR+ and IFR- of all ${rows.length} results are reproduced from their counts.`,
        'Pass is judged by one run of base and one of golden, not by five: the file has no more.',
      ],
    },
    observations: rows.map(({ observation }) => observation),
    instances: ids.map((id) => facts.get(id) ?? { id, language: null, category: null }),
    planned: [],
  };
}

/** An observation whose track is known only when all lines are: see `trackNames`. */
interface Row {
  readonly observation: { -readonly [Field in keyof Observation]: Observation[Field] };
  readonly folder: string;
  /** Results of golden and null agents state no track of their own. */
  readonly stated: string | undefined;
}

/** The lines on which results were found: a million of them fit into memory. */
class LineNumbers {
  private readonly byContestant = new Map<string, Map<string, number>>();

  /** The earlier line of the same result; otherwise remembers this one. */
  before({ observation, folder, stated }: Row, number: number): number | undefined {
    const { agent, mode, instance, repeat = 1 } = observation;
    const track = folder === '' ? stated : folder;
    const contestant = [track, mode, agent, repeat].join('\n');
    let lines = this.byContestant.get(contestant);
    if (lines === undefined) this.byContestant.set(contestant, (lines = new Map()));
    const before = lines.get(instance);
    if (before === undefined) lines.set(instance, number);
    return before;
  }
}

/** Gives equal texts the same memory: there are few names, and many rows. */
function internedText(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const same = known.get(text);
    if (same === undefined) known.set(text, text);
    return same ?? text;
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
  const wrong = pairs.find(([ours, stored]) => !(Math.abs((ours ?? 1) - stored) <= 1e-12));
  if (wrong !== undefined) {
    throw invalid(
      path,
      `line ${number}: it states an IFR of ${wrong[1]}, its counts give ${wrong[0]}`,
    );
  }
  return result;
}

const MEND = 'give a results.jsonl of the published format, or the folder of a run';

function invalid(path: string, reason: string): RefbenchError {
  return new RefbenchError({
    kind: 'invalid-file',
    message: `${path} is not a results file: ${reason}`,
    mend: MEND,
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

function rowOf(result: PublishedResult, text: (text: string) => string): Row {
  const { inference_metadata: inference, agent_config, repeat } = result;
  const stated = inference?.description_type;
  return {
    observation: {
      agent: text(agent_config.id),
      track: '',
      mode: text(inference?.mode ?? 'direct'),
      instance: text(instanceOf(result)),
      ...(repeat === undefined ? {} : { repeat }),
      ...(agent_config.reference === true ? { reference: true } : {}),
      ending: text(endingOf(result)),
      result: { kind: 'scored', figures: figuresOfResult(result) },
      usage: usageOf(inference),
    },
    folder: text(result._dir ?? ''),
    stated: typeof stated === 'string' ? text(stated) : undefined,
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

/** The track of each folder; two folders of one track are told apart by the folder's name. */
function trackNames(rows: readonly Row[]): ReadonlyMap<string, string> {
  const tracks = new Map<string, string>();
  for (const { folder, stated } of rows) {
    if (folder === '') continue;
    if (stated !== undefined) tracks.set(folder, stated);
    else if (!tracks.has(folder)) tracks.set(folder, folder);
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
