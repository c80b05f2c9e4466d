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
import { guardDisk } from '@refbench/base';
import { appAssets } from './app-assets.ts';
import { escapeHtml, scriptJson } from './html.ts';
import { pageHead } from './page-head.ts';

export interface ReportPageOptions {
  /** Folder of the run. */
  readonly run: string;
  readonly instancesDir: string;
  /** Path of the page. */
  readonly path: string;
  /** Address of the leaderboard to which the page belongs. */
  readonly board?: string;
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
  board,
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
    const folders = new Map<string, AttemptFolder>();
    const view = await readRunView(run, {
      instancesDir,
      behaviourOf: async (attempt) => {
        folders.set(attempt.key, attempt);
        return (await readAttemptView(attempt)).behaviour;
      },
    });
    await file.write(pageHead(view.run, script, style));
    await file.write(
      `<script type="application/json" id="run-view">${scriptJson(view)}</script>\n`,
    );
    if (board !== undefined) {
      const address = `<script type="application/json" id="board-address">${scriptJson(board)}</script>`;
      await file.write(`${address}\n`);
    }
    // Attempts are read side by side, so the order of the list counts.
    for (const { key } of view.attempts) {
      const folder = folders.get(key);
      if (folder !== undefined) await file.write(await block(await readAttemptView(folder)));
    }
    await file.write(`<script>${script}</script>\n</body>\n</html>\n`);
    await file.sync();
    return view;
  }
}

async function block(view: AttemptView): Promise<string> {
  const data = (await compress(JSON.stringify(view))).toString('base64');
  return `<script type="text/plain" id="${escapeHtml(`attempt:${view.key}`)}">${data}</script>\n`;
}
