import { makeLines } from '../draft/makefile.ts';
import { shellCommands } from '../draft/shell-words.ts';
import type { TreeView } from '../draft/tree-view.ts';

/** Scripts may call each other. */
const MAX_DEPTH = 4;

/** Words before a command that say nothing about what it runs. */
const BEFORE = /^(sudo|exec|time|env|command|then|do|else|if|!|-\w+|[A-Za-z_]\w*=.*)$/;
const SHELLS = /^(ba|da|z)?sh$|^(source|\.)$/;

/**
 * Returns what the scripts of the tree and the targets of its Makefile run that some lines call, e.g. the lines of
 * `scripts/install`. Continuous integration often only names such a script.
 * @param view - The folder in which the lines run.
 */
export async function calledLines(
  view: TreeView,
  lines: readonly string[],
  depth: number = MAX_DEPTH,
): Promise<readonly string[]> {
  if (depth === 0) return [];
  const found: string[] = [];
  for (const words of lines.flatMap(shellCommands)) {
    const texts = words.map(({ text }) => text);
    const next = (await scriptLines(view, texts)) ?? (await targetLines(view, texts));
    if (next === undefined) continue;
    found.push(...next, ...(await calledLines(view, next, depth - 1)));
  }
  return found;
}

async function scriptLines(
  view: TreeView,
  texts: readonly string[],
): Promise<readonly string[] | undefined> {
  const words = texts.slice(texts.findIndex((text) => !BEFORE.test(text)));
  const shell = SHELLS.test(words[0] ?? '');
  const path = (shell ? words.slice(1).find((text) => !/^[-+]/.test(text)) : words[0]) ?? '';
  if (!shell && !path.includes('/')) return undefined;
  const own = path.replace(/^\.\//, '');
  if (!view.has(own)) return undefined;
  const text = (await view.read(own)) ?? '';
  return shell || /^#!.*\b(ba|da|z)?sh\b/.test(text) ? commandsOfScript(text) : undefined;
}

async function targetLines(
  view: TreeView,
  texts: readonly string[],
): Promise<readonly string[] | undefined> {
  const at = texts.findIndex((text) => !BEFORE.test(text));
  if (texts[at] !== 'make') return undefined;
  const makefile = await view.read('Makefile');
  if (makefile === undefined) return undefined;
  const targets = texts
    .slice(at + 1)
    .filter((text) => /^[\w.-]+$/.test(text) && !text.startsWith('-'));
  return targets.flatMap((target) => makeLines(makefile, target));
}

/** Returns the commands of a script, with the values of its simple variables. */
function commandsOfScript(script: string): readonly string[] {
  const values = new Map<string, string>();
  const commands: string[] = [];
  for (const raw of script.replace(/\s*\\\r?\n\s*/g, ' ').split(/\r?\n/)) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const text = line.replace(
      /\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g,
      (whole, braced?: string, plain?: string) => values.get(braced ?? plain ?? '') ?? whole,
    );
    const [, name, value] = /^(?:export\s+)?([A-Za-z_]\w*)=["']?([^"'$`]*)["']?$/.exec(text) ?? [];
    if (name !== undefined && value !== undefined) values.set(name, value);
    // What is exported is for the programs that follow, too.
    if (name === undefined || text.startsWith('export ')) commands.push(text);
  }
  return commands;
}
