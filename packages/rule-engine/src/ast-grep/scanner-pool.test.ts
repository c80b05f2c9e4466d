import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { folderOf } from '@refbench/test-helpers';
import { ScannerPool } from './scanner-pool.ts';
import { ScannerProcess } from './scanner-process.ts';

/** A program that answers with its process id, or not at all. */
const PROGRAM = `process.on('message', ({ kind }) => {
  if (kind !== 'silence') process.send({ pid: process.pid });
});`;

const pidSchema = z.object({ pid: z.int() });

async function pidFrom(scanner: ScannerProcess): Promise<number> {
  const answer = await scanner.ask({ kind: 'pid' }, 60_000);
  if (answer.kind !== 'answered') throw new Error(answer.kind);
  return pidSchema.parse(answer.value).pid;
}

async function poolOf(folder: string, languages: readonly string[] = []) {
  const program = join(folder, 'program.mjs');
  await writeFile(program, PROGRAM);
  const start = () => new ScannerProcess({ kind: 'greeting', languages }, program);
  return new ScannerPool(start, { size: 1, worthAStart: 0 });
}

async function pidOfPool(folder: string, languages?: readonly string[]): Promise<number> {
  await using pool = await poolOf(folder, languages);
  return await pool.use(1, (scanner) => pidFrom(scanner));
}

test('a process that has done its work serves the next pool with the same parsers', async () => {
  await using folder = await folderOf({});
  const first = await pidOfPool(folder.path, ['TypeScript']);
  expect(await pidOfPool(folder.path, ['Css', 'Text'])).toBe(first);
  const withGo = await pidOfPool(folder.path, ['Go']);
  expect(withGo).not.toBe(first);
  expect(await pidOfPool(folder.path, ['TypeScript', 'Go'])).toBe(withGo);
});

test('a process that still works when its pool is disposed of is stopped', async () => {
  await using folder = await folderOf({});
  const pool = await poolOf(folder.path);
  const first = await pool.use(1, (scanner) => pidFrom(scanner));
  const pending = pool.use(1, (scanner) => scanner.ask({ kind: 'silence' }, 600_000));
  await pool[Symbol.asyncDispose]();
  expect(await pending).toEqual({ kind: 'died' });
  expect(await pidOfPool(folder.path)).not.toBe(first);
});
