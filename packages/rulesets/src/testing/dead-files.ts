import { extensionOf } from '@refbench/rule-engine';
import type { TreeEdit } from '@refbench/rule-engine';
import type { MatchedFile, TrickContext } from './trick.ts';

const NAME = 'refbench_dead_code';

/** Creates one new file per extension with golden files that together match every additive rule. */
export function deadFiles(context: TrickContext): readonly TreeEdit[] {
  return inFolder(context, folderOf(context.golden));
}

/** Like `deadFiles`, in a folder that most tools ignore. */
export function hiddenDeadFiles(context: TrickContext): readonly TreeEdit[] {
  return inFolder(context, '.x/');
}

/** Like `deadFiles`, with a side-effect import in a matched base file if the language supports it. */
export function importedDeadFiles(context: TrickContext): readonly TreeEdit[] {
  const folder = folderOf(context.golden);
  const importing = context.base.flatMap(({ path, text }): TreeEdit[] => {
    const statement = importOf(path, folder);
    return statement === undefined ? [] : [{ path, content: `${statement}\n${text}` }];
  });
  return [...inFolder(context, folder), ...importing.slice(0, 1)];
}

function inFolder({ golden }: TrickContext, folder: string): readonly TreeEdit[] {
  const texts = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const { path, text, witnesses } of golden) {
    if (witnesses.every(({ rule }) => seen.has(rule))) continue;
    for (const { rule } of witnesses) seen.add(rule);
    const extension = extensionOf(path);
    texts.set(extension, [...(texts.get(extension) ?? []), text]);
  }
  return [...texts].map(([extension, parts]) => ({
    path: `${folder}${NAME}${extension === '' ? '' : `.${extension}`}`,
    content: parts.join('\n'),
  }));
}

/** Returns the folder of the first golden file. */
function folderOf([first]: readonly MatchedFile[]): string {
  return first === undefined ? '' : first.path.slice(0, first.path.lastIndexOf('/') + 1);
}

function importOf(path: string, folder: string): string | undefined {
  const extension = extensionOf(path);
  if (/^[cm]?[jt]sx?$/.test(extension)) return `import '/${folder}${NAME}.${extension}';`;
  if (extension === 'py') return `import ${NAME}`;
  return undefined;
}
