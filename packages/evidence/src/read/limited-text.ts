import { open } from 'node:fs/promises';
import { errorCode } from '@refbench/base';

/** A longer text of a step is cut in the middle: pages must open at once, and nobody reads more. */
const MOST_STEP_CHARACTERS = 20_000;
const MOST_LOG_BYTES = 200_000;

export interface LimitedText {
  readonly text: string;
  /** Number of characters or bytes that are missing. */
  readonly cut: number;
}

/** Keeps the start and the end of a text. */
export function limitText(text: string, most: number = MOST_STEP_CHARACTERS): LimitedText {
  if (text.length <= most) return { text, cut: 0 };
  const half = Math.floor(most / 2);
  const cut = text.length - 2 * half;
  return {
    text: `${text.slice(0, half)}\n[${cut} characters are left out]\n${text.slice(-half)}`,
    cut,
  };
}

/** Reads the start and the end of a file; undefined if it does not exist. */
export async function readLimited(path: string): Promise<LimitedText | undefined> {
  let file;
  try {
    file = await open(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  await using opened = file;
  const { size } = await opened.stat();
  if (size <= MOST_LOG_BYTES) return { text: (await opened.readFile()).toString('utf8'), cut: 0 };
  const half = MOST_LOG_BYTES / 2;
  const [head, tail] = [Buffer.alloc(half), Buffer.alloc(half)];
  await opened.read(head, 0, half, 0);
  await opened.read(tail, 0, half, size - half);
  const cut = size - MOST_LOG_BYTES;
  const text = `${head.toString('utf8')}\n[${cut} bytes are left out]\n${tail.toString('utf8')}`;
  return { text, cut };
}
