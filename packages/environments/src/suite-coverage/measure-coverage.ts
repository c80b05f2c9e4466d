import type { Limits, SuiteCoverage } from '@refbench/contracts';
import { buildCoverageImage, coverageTool, type ImageOptions } from '@refbench/env-builder';
import { addedLines, parsePatch } from '@refbench/repos';
import { scratchFolder } from '@refbench/workspace';
import { runTests, type RanTests } from '@refbench/suites';
import type { PreparedEnvironment } from '@refbench/instances';
import { changedLineCoverage } from './changed-line-coverage.ts';
import { COVERAGE_REPORT, writeInstrumentedScripts } from './instrumented-scripts.ts';
import { readHits } from './read-hits.ts';

export interface CoverageOptions {
  readonly prepared: PreparedEnvironment;
  readonly build: ImageOptions;
  readonly limits: Limits;
  readonly run: string;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

const LOG_BYTES = 2000;
const LOG_LINES = 6;

export type CoverageResult =
  | { readonly kind: 'measured'; readonly coverage: SuiteCoverage }
  /** The tool has no figure for this suite, for example because it has no executable line in it. */
  | { readonly kind: 'unmeasured'; readonly reason: string };

/**
 * Runs the suite of golden once with the coverage tool of its language, and counts the added lines
 * that it executes. The image with the tool is built for this run and removed after it.
 * @throws RefbenchError kind `image` if the tool cannot be installed
 */
export async function measureCoverage(options: CoverageOptions): Promise<CoverageResult> {
  const { prepared, build, run, limits, signal, onProgress } = options;
  const { instance, repository, engine, environment, workspace } = prepared;
  const tool = coverageTool(instance.language);
  onProgress(`coverage of golden with ${tool.name}`);
  await using scratch = await scratchFolder(workspace.stateDir);
  const scripts = await scratch.sub('scripts');
  await writeInstrumentedScripts(prepared.environment.scripts, tool, scripts);
  await using image = await buildCoverageImage(engine, environment, tool, { ...build, signal });
  const tests = await runTests({
    prepared,
    patched: await repository.readTree(instance.golden),
    instrumented: {
      image: image.imageId,
      scripts,
      report: COVERAGE_REPORT,
    },
    limits,
    run,
    signal,
    attempt: 'coverage',
  });
  signal.throwIfAborted();
  if (tests.kind !== 'ran') {
    const reason = tests.kind === 'infra' ? tests.detail : 'the run was stopped';
    return { kind: 'unmeasured', reason: `${tool.name}: ${reason}` };
  }
  const patch = parsePatch(await repository.diff(instance.base, instance.golden, signal));
  if (patch.kind === 'rejected') throw new Error(`git's own diff is a patch: ${patch.reason}`);
  const hits = readHits(tests.report?.toString('utf8') ?? '', tool.format);
  const counts = changedLineCoverage(addedLines(patch), hits);
  if (counts.executable === 0) {
    const reason =
      tests.report === undefined
        ? `it left no report; the log ends with: ${lastLines(tests.log)}`
        : 'it lists no line that golden adds';
    return { kind: 'unmeasured', reason: `${tool.name}: ${reason}` };
  }
  const { id } = instance;
  const recipe = environment.recipeDigest;
  const coverage: SuiteCoverage = { schema: 1, instance: id, recipe, tool: tool.name, ...counts };
  return { kind: 'measured', coverage };
}

function lastLines({ bytes }: RanTests['log']): string {
  return bytes
    .subarray(-LOG_BYTES)
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(-LOG_LINES)
    .join(' | ');
}
