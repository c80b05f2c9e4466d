import { join } from 'node:path';
import { digestSchema, RefbenchError } from '@refbench/contracts';
import { readJsonFile, writeFileAtomic } from '@refbench/files';
import { shortDigest } from '../images/image-options.ts';
import { checkImage, type CheckImageRequest } from './check-image.ts';
import { leakReportSchema, type LeakReport } from './leak-report.ts';
import { contentDigest } from './searched-content.ts';

/** Where the report of an image is kept; its name is that of what was searched, and for what. */
function leakReportPath(
  stateDir: string,
  { instance, content }: Pick<LeakReport, 'instance' | 'content'>,
): string {
  return join(stateDir, 'leaks', `${instance}-${shortDigest(content)}.json`);
}

/** The report of an image of this content, searched now where there is none. `again` searches in any case. */
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
  options.onProgress?.('searching the image for traces of golden');
  const report: LeakReport = { ...(await checkImage(request)), content };
  await writeFileAtomic(path, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

/** @throws RefbenchError kind `image` that names each kind of leak */
export function requireClean(report: LeakReport, stateDir: string): void {
  const leaks = report.findings.filter(({ severity }) => severity === 'leak');
  const [first] = leaks;
  if (first === undefined) return;
  const path = leakReportPath(stateDir, report);
  const kinds = [...new Set(leaks.map(({ kind }) => kind))].join(', ');
  throw new RefbenchError({
    kind: 'image',
    message: `instance ${report.instance}: its image gives the answer or a secret away (${kinds}); first ${first.path}: ${first.witness}`,
    hint: `read ${path} (or \`refbench env leaks ${report.instance}\`), and correct the recipe; the image is not used`,
  });
}
