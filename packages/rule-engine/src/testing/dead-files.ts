import { extensionOf } from '../strict/language-families.ts';
import type { MatchedFile, TrickEdit, TrickGround } from './trick.ts';

const NAME = 'refbench_dead_code';

/** For each extension one new file, with golden files that together match every additive rule. */
export function deadFiles(ground: TrickGround): readonly TrickEdit[] {
  return inFolder(ground, folderOf(ground.golden));
}

/** The same in a folder that most tools do not look into. */
export function hiddenDeadFiles(ground: TrickGround): readonly TrickEdit[] {
  return inFolder(ground, '.x/');
}

/** The same, with an import in a matched file of base where the language has one for side effects. */
export function importedDeadFiles(ground: TrickGround): readonly TrickEdit[] {
  const folder = folderOf(ground.golden);
  const importing = ground.base.flatMap(({ path, text }): TrickEdit[] => {
    const statement = importOf(path, folder);
    return statement === undefined ? [] : [{ path, content: `${statement}\n${text}` }];
  });
  return [...inFolder(ground, folder), ...importing.slice(0, 1)];
}

function inFolder({ golden }: TrickGround, folder: string): readonly TrickEdit[] {
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

/** Where the first of golden's files lies. */
function folderOf([first]: readonly MatchedFile[]): string {
  return first === undefined ? '' : first.path.slice(0, first.path.lastIndexOf('/') + 1);
}

function importOf(path: string, folder: string): string | undefined {
  const extension = extensionOf(path);
  if (/^[cm]?[jt]sx?$/.test(extension)) return `import '/${folder}${NAME}.${extension}';`;
  if (extension === 'py') return `import ${NAME}`;
  return undefined;
}
