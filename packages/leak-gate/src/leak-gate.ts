import { join } from 'node:path';
import { digestSchema, RefbenchError } from '@refbench/contracts';
import { readJsonFile, shortDigest, writeJsonFile } from '@refbench/base';
import { checkImage, type CheckImageRequest } from './check-image.ts';
import {
  leakReportSchema,
  leaksOf,
  type Finding,
  type LeakReport,
} from './findings/leak-report.ts';
import { contentDigest } from './searched-content.ts';

/** The path of a report. Its name identifies the searched content. */
function leakReportPath(
  stateDir: string,
  { instance, content }: Pick<LeakReport, 'instance' | 'content'>,
): string {
  return join(stateDir, 'leaks', `${instance}-${shortDigest(content)}.json`);
}

/**
 * Returns the leak report of an image. Searches the image only if there is no report for its content.
 * @param options.again - Search even if there is a report.
 * @param options.onProgress - Receives a line when a search starts.
 * @throws RefbenchError kinds `image`, `engine`, `invalid-file`
 */
export async function ensureLeakReport(
  request: CheckImageRequest,
  options: { readonly again?: boolean; readonly onProgress?: (line: string) => void } = {},
): Promise<LeakReport> {
  const { imageId, instance } = request;
  const content = await contentDigest(request);
  const path = leakReportPath(request.stateDir, { instance: instance.id, content });
  const known = options.again === true ? undefined : await readJsonFile(path, leakReportSchema);
  if (known?.kind === 'valid' && known.value.content === content) {
    return { ...known.value, image: digestSchema.parse(imageId) };
  }
  options.onProgress?.('searching the image for traces of the golden commit');
  const begin = { at: performance.now(), used: process.cpuUsage() };
  const report: LeakReport = { ...(await checkImage(request)), content };
  const { user, system } = process.cpuUsage(begin.used);
  const seconds = ((performance.now() - begin.at) / 1000).toFixed(0);
  const processor = ((user + system) / 1e6).toFixed(0);
  options.onProgress?.(`the search took ${seconds} s (${processor} s of processor time)`);
  await writeJsonFile(path, report);
  return report;
}

/** The cause of a refusal, by which callers tell it from a build that failed. */
export class LeaksFound extends Error {
  override readonly name = 'LeaksFound';
  readonly leaks: readonly Finding[];

  constructor(leaks: readonly Finding[]) {
    super([...new Set(leaks.map(({ kind }) => kind))].join(', '));
    this.leaks = leaks;
  }
}

/**
 * Refuses an image whose report has a leak.
 * @throws RefbenchError kind `image` that names each kind of leak
 */
export function requireClean(report: LeakReport, stateDir: string): void {
  const leaks = leaksOf(report);
  const [first] = leaks;
  if (first === undefined) return;
  const path = leakReportPath(stateDir, report);
  const cause = new LeaksFound(leaks);
  throw new RefbenchError({
    kind: 'image',
    message: `instance ${report.instance}: the image leaks the golden commit or a secret (${cause.message}); the first leak is ${first.path}: ${first.witness}`,
    hint: `read ${path} (or \`refbench env leaks ${report.instance}\`), then correct the recipe; the image was kept: \`refbench env leaks ${report.instance} --discard\` removes it`,
    cause,
  });
}
