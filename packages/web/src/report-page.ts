import { open, rename, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  readAttemptView,
  readRunView,
  type AttemptFolder,
  type AttemptView,
  type RunView,
} from '@refbench/evidence';
import { guardDisk } from '@refbench/files';
import { appAssets, inlineHash } from './app-assets.ts';
import { escapeHtml, scriptJson } from './html.ts';

export interface ReportPageOptions {
  /** Folder of the run. */
  readonly run: string;
  readonly instancesDir: string;
  /** Path of the page. */
  readonly path: string;
}

const compress = promisify(gzip);

/**
 * Writes a run with all of its evidence as one HTML file, which opens from disk and needs no network.
 * Each attempt is compressed on its own and read when it is shown. Only one is in memory at a time.
 * @returns what the page shows of the run
 */
export async function writeReportPage({
  run,
  instancesDir,
  path,
}: ReportPageOptions): Promise<RunView> {
  const { script, style } = await appAssets();
  const staging = `${path}.${process.pid}.tmp`;
  try {
    const view = await guardDisk(path, () => writePage());
    await rename(staging, path);
    return view;
  } finally {
    await rm(staging, { force: true });
  }

  async function writePage(): Promise<RunView> {
    await using file = await open(staging, 'w');
    const folders: AttemptFolder[] = [];
    const view = await readRunView(run, {
      instancesDir,
      behaviourOf: async (attempt) => {
        folders.push(attempt);
        return (await readAttemptView(attempt)).behaviour;
      },
    });
    await file.write(head(view, script, style));
    await file.write(
      `<script type="application/json" id="run-view">${scriptJson(view)}</script>\n`,
    );
    for (const folder of folders) await file.write(await block(await readAttemptView(folder)));
    await file.write(`<script>${script}</script>\n</body>\n</html>\n`);
    await file.sync();
    return view;
  }
}

function head({ run }: RunView, script: string, style: string): string {
  const policy = [
    "default-src 'none'",
    `script-src ${inlineHash(script)}`,
    `style-src ${inlineHash(style)}`,
    // The share that a cell of the grid shows is a style attribute.
    "style-src-attr 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(run)} – RefBench</title>`,
    '<link rel="icon" href="data:,">',
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    '<div id="app"><noscript>This report needs JavaScript.</noscript></div>',
    '',
  ].join('\n');
}

async function block(view: AttemptView): Promise<string> {
  const data = (await compress(JSON.stringify(view))).toString('base64');
  return `<script type="text/plain" id="${escapeHtml(`attempt:${view.key}`)}">${data}</script>\n`;
}
