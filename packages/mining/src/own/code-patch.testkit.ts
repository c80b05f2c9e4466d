import { readLanguages } from '@refbench/code-facts';
import { parsePatch, type ParsedPatch } from '@refbench/repos';
import { codeFilesOf, type CodeFile } from './code-lines.ts';

/** Lines that a patch removes from a file and adds to it, in one hunk. */
export interface TestChange {
  readonly path: string;
  readonly removed?: readonly string[];
  readonly added?: readonly string[];
}

export function patchOf(changes: readonly TestChange[]): ParsedPatch {
  const text = changes.map(({ path, removed = [], added = [] }) => {
    const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
    const start = (count: number): number => (count === 0 ? 0 : 1);
    const [olds, news] = [removed.length, added.length];
    const header = `@@ -${start(olds)},${olds} +${start(news)},${news} @@`;
    return `--- a/${path}\n+++ b/${path}\n${header}\n${lines.join('\n')}\n`;
  });
  const patch = parsePatch(Buffer.from(text.join('')));
  if (patch.kind === 'rejected') throw new Error(patch.reason);
  return patch;
}

export async function codeOf(...changes: readonly TestChange[]): Promise<readonly CodeFile[]> {
  return codeFilesOf(patchOf(changes), await readLanguages());
}

/** A function with a body of its own, as lines. */
export function functionLines(name: string, value: number): readonly string[] {
  return [
    `export function ${name}(input) {`,
    `  const scaled = input.length * ${value};`,
    `  return describeResult(scaled, 'unit ${value}');`,
    '}',
  ];
}
