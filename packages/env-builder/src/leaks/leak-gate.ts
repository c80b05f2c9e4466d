import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { readJsonFile, writeFileAtomic } from '@refbench/files';
import { checkImage, type CheckImageRequest } from './check-image.ts';
import { leakReportSchema, type LeakReport } from './leak-report.ts';

/** Where the report of an image is kept, for it is searched once for each golden. */
function leakReportPath(stateDir: string, imageId: string, golden: string): string {
  const image = imageId.replace('sha256:', '').slice(0, 16);
  return join(stateDir, 'leaks', `${image}-${golden.slice(0, 12)}.json`);
}

/** The report of this very image, searched now where there is none. `again` searches in any case. */
export async function ensureLeakReport(
  request: CheckImageRequest,
  options: { readonly again?: boolean; readonly onProgress?: (line: string) => void } = {},
): Promise<LeakReport> {
  const { imageId, instance } = request;
  const path = leakReportPath(request.stateDir, imageId, instance.golden);
  const known = options.again === true ? undefined : await readJsonFile(path, leakReportSchema);
  if (known?.kind === 'valid') {
    const { image, golden } = known.value;
    if (image === imageId && golden === instance.golden) return known.value;
  }
  options.onProgress?.('searching the image for traces of golden');
  const report = await checkImage(request);
  await writeFileAtomic(path, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

/** @throws RefbenchError kind `image` that names each kind of leak */
export function requireClean(report: LeakReport, stateDir: string): void {
  const leaks = report.findings.filter(({ severity }) => severity === 'leak');
  const [first] = leaks;
  if (first === undefined) return;
  const path = leakReportPath(stateDir, report.image, report.golden);
  const kinds = [...new Set(leaks.map(({ kind }) => kind))].join(', ');
  throw new RefbenchError({
    kind: 'image',
    message: `instance ${report.instance}: its image gives the answer or a secret away (${kinds}); first ${first.path}: ${first.witness}`,
    mend: `read ${path} (or \`refbench env leaks ${report.instance}\`), and correct the recipe; the image is not used`,
  });
}
