import { findFunctions, type FileFunctions } from './find-functions.ts';

export async function functionsIn(path: string, text: string): Promise<FileFunctions> {
  for await (const found of findFunctions([{ path, bytes: Buffer.from(text) }])) return found;
  throw new Error(`${path} has no functions`);
}

/** Like `functionsIn`, with the faults of value of each function. */
export async function functionsWithFaults(path: string, text: string): Promise<FileFunctions> {
  for await (const found of findFunctions([{ path, bytes: Buffer.from(text) }], true)) return found;
  throw new Error(`${path} has no functions`);
}
