import { findFunctions, type FileFunctions } from './find-functions.ts';

export async function functionsIn(path: string, text: string): Promise<FileFunctions> {
  for await (const found of findFunctions([{ path, bytes: Buffer.from(text) }])) return found;
  throw new Error(`${path} has no functions`);
}
