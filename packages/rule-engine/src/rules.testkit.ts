import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadRuleset } from './load-ruleset.ts';
import type { Ruleset, SourceFile } from './rule.ts';

interface Folder extends AsyncDisposable {
  readonly path: string;
}

/** Creates a temporary folder with files by relative path. It is removed on disposal. */
export async function folderOf(files: Readonly<Record<string, string | Buffer>>): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), 'refbench-rules-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), content);
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Loads a ruleset from rule files, e.g. `{ 'additive/a.yml': '...' }`. */
export async function rulesetOf(files: Readonly<Record<string, string>>): Promise<Ruleset> {
  await using folder = await folderOf(files);
  return await loadRuleset(folder.path);
}

export function source(path: string, text: string | Buffer): SourceFile {
  return { path, bytes: Buffer.from(text) };
}
