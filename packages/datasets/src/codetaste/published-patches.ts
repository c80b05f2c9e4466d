import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PATCH, PSEUDO_AGENTS } from './published-files.ts';
import { folderOfRow, idOfRow, type PublishedRow } from './published-list.ts';

/** The patch of a published agent. */
export interface PublishedPatch {
  readonly instance: string;
  readonly agent: string;
  /** The folder of the outputs with a slash in it, e.g. `instructed/direct`; empty if there is one only. */
  readonly track: string;
  readonly patch: string;
  /** The publisher's evaluation on one line; undefined if there is none. */
  readonly evaluation: string | undefined;
}

/** The publisher's own checks. RefBench has golden and nop. */
const REFERENCES: ReadonlySet<string> = new Set(Object.values(PSEUDO_AGENTS));

/**
 * Finds the patches of agents below `predictions/`, `output/` and `outputs/`, with or without folders for
 * the description and the mode, in the order of their paths.
 */
export async function readPatches(
  folder: string,
  rows: readonly PublishedRow[],
): Promise<readonly PublishedPatch[]> {
  const patches: PublishedPatch[] = [];
  for (const { root, track } of await outputFolders(folder)) {
    for (const row of rows) {
      const own = join(root, folderOfRow(row));
      for (const agent of (await namesIn(own)).filter((name) => !REFERENCES.has(name))) {
        const patch = await readFile(join(own, agent, PATCH), 'utf8').catch(() => '');
        if (patch === '') continue;
        const evaluation = await evaluationIn(join(own, agent));
        patches.push({ instance: idOfRow(row), agent, track, patch, evaluation });
      }
    }
  }
  return patches;
}

async function outputFolders(
  folder: string,
): Promise<readonly { readonly root: string; readonly track: string }[]> {
  const found: { root: string; track: string }[] = [];
  for (const name of ['predictions', 'output', 'outputs']) {
    const root = join(folder, name);
    if (!existsSync(root)) continue;
    found.push({ root, track: '' });
    if (name === 'predictions') continue;
    for (const description of await namesIn(root)) {
      for (const mode of await namesIn(join(root, description))) {
        found.push({ root: join(root, description, mode), track: `${description}/${mode}` });
      }
    }
  }
  return found;
}

/** The names in a folder, sorted; none if it does not exist. */
async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Any JSON on one line; reports check its fields when they read it. */
async function evaluationIn(folder: string): Promise<string | undefined> {
  const file = join(folder, 'evaluation', 'evaluation_result.json');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  try {
    return text === undefined ? undefined : JSON.stringify(JSON.parse(text));
  } catch {
    return undefined;
  }
}
