import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Opens a text in the editor of `VISUAL` or `EDITOR`, which may have arguments, as git does.
 * @param name the file name, which tells the editor the language
 * @returns the edited text; undefined if the editor failed
 */
export async function editText(text: string, name: string): Promise<string | undefined> {
  const { VISUAL, EDITOR } = process.env;
  const editor = [VISUAL, EDITOR].find((one) => one !== undefined && one.trim() !== '') ?? 'vi';
  const folder = await mkdtemp(join(tmpdir(), 'refbench-edit-'));
  try {
    const path = join(folder, name);
    await writeFile(path, text);
    const child = spawn('sh', ['-c', `${editor} "$1"`, 'sh', path], { stdio: 'inherit' });
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0 ? await readFile(path, 'utf8') : undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
