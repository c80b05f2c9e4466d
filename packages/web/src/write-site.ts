import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { canonicalJson, renderCsv } from '@refbench/base';
import type { BoardView } from '@refbench/leaderboard';
import { appAssets } from './app-assets.ts';
import { scriptJson } from './html.ts';
import { pageHead } from './page-head.ts';
import { writeReportPage } from './report-page.ts';

export interface SiteOptions {
  /** Folder of the site. Its earlier content is removed if it is a site. */
  readonly out: string;
  readonly board: BoardView;
  /** The runs of the submissions, by their names on the board. */
  readonly runs: readonly { readonly id: string; readonly run: string }[];
  readonly instancesDir: string;
}

/**
 * Writes a leaderboard as static files that work from a folder and from any web server: the board, one
 * page per submission with all of its evidence, and the data as JSON and CSV. The same board gives the
 * same bytes.
 * @returns the number of files
 */
export async function writeSite({ out, board, runs, instancesDir }: SiteOptions): Promise<number> {
  const { script, style } = await appAssets();
  await Promise.all(
    ['submissions', 'data'].map((name) => rm(join(out, name), { recursive: true, force: true })),
  );
  await mkdir(join(out, 'submissions'), { recursive: true });
  await mkdir(join(out, 'data'), { recursive: true });
  const page = [
    pageHead(board.title, script, style),
    `<script type="application/json" id="board-view">${scriptJson(JSON.parse(canonicalJson(board)))}</script>`,
    `<script>${script}</script>`,
    '</body>',
    '</html>',
    '',
  ];
  await writeFile(join(out, 'index.html'), page.join('\n'));
  await writeFile(join(out, 'data/board.json'), `${canonicalJson(board)}\n`);
  await writeFile(join(out, 'data/results.csv'), renderCsv(board.results));
  await writeFile(
    join(out, 'data/ledger.jsonl'),
    board.ledger.map((row) => `${canonicalJson(row)}\n`).join(''),
  );
  for (const { id, run } of runs) {
    const path = join(out, 'submissions', `${id}.html`);
    await writeReportPage({ run, instancesDir, path, board: '../index.html' });
  }
  return (await filesOf(out)).length;
}

/** Names the files that differ between two folders, or that only one of them has. */
export async function differingFiles(one: string, other: string): Promise<readonly string[]> {
  const names = new Set([...(await filesOf(one)), ...(await filesOf(other))]);
  const found = await Promise.all(
    [...names].sort().map(async (name) => {
      const [left, right] = await Promise.all(
        [one, other].map((folder) => readFile(join(folder, name)).catch(() => undefined)),
      );
      return left !== undefined && right !== undefined && left.equals(right) ? [] : [name];
    }),
  );
  return found.flat();
}

async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
