import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Runs a reproduction in a folder: a new one, which is removed, or the one behind `--keep`, which is
 * kept with all files.
 */
export async function inWorkFolder(name, usage, work) {
  const [option, value, ...others] = process.argv.slice(2);
  if (option === '--help' || option === '-h') {
    process.stdout.write(`${usage}\n`);
    return;
  }
  const isKept = option === '--keep' && value !== undefined && others.length === 0;
  if (option !== undefined && !isKept) {
    process.stderr.write(`unknown option: ${option}\n${usage}\n`);
    process.exitCode = 2;
    return;
  }
  const folder = isKept ? resolve(value) : await mkdtemp(join(tmpdir(), `refbench-${name}-`));
  await mkdir(folder, { recursive: true });
  try {
    await work(folder);
  } finally {
    if (!isKept) await rm(folder, { recursive: true, force: true });
  }
}
