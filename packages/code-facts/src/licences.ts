import { fileURLToPath } from 'node:url';
import { readYamlFile } from '@refbench/base';
import type { BytePath, Repository, Tree } from '@refbench/repos';
import { z } from 'zod';

const FILE = fileURLToPath(new URL('../data/licences.yaml', import.meta.url));

const licenceFileSchema = z.strictObject({
  schema: z.literal(1),
  files: z.array(z.string()).min(1),
  licences: z.array(
    z.strictObject({ id: z.string(), open: z.boolean(), phrases: z.array(z.string()).min(1) }),
  ),
});

type LicenceFile = z.infer<typeof licenceFileSchema>;

/**
 * The licence of a tree. The id is an SPDX id, `unknown` if no phrase matches the text, or `none`
 * without a licence file.
 */
export interface Licence {
  readonly id: string;
  readonly open: boolean;
}

export interface Licences {
  readonly ofText: (text: string) => Licence;
  readonly ofTree: (repository: Repository, treeish: string) => Promise<Licence>;
  /** Whether an SPDX expression permits use under an open licence. Unknown licences are not open. */
  readonly isOpen: (expression: string) => boolean;
}

const MAX_LICENCE_BYTES = 500_000;

export async function readLicences(): Promise<Licences> {
  const file = await readYamlFile(FILE, licenceFileSchema);
  const ofText = (text: string): Licence => matchText(file, text);
  const open = new Set(file.licences.filter((one) => one.open).map(({ id }) => id));
  return {
    ofText,
    isOpen: (expression) => isOpen(expression, open),
    async ofTree(repository, treeish) {
      const tree = await repository.readTree(treeish);
      const paths = licencePaths(file, tree);
      for (const path of paths) {
        const entry = tree.get(path);
        if (entry?.mode !== '100644' && entry?.mode !== '100755') continue;
        const bytes = await repository.readBlob(entry.oid);
        const found = ofText(bytes.subarray(0, MAX_LICENCE_BYTES).toString('utf8'));
        if (found.id !== 'unknown') return found;
      }
      return { id: paths.length > 0 ? 'unknown' : 'none', open: false };
    },
  };
}

/** Files with the names of the list in any case, in the order of the list. */
function licencePaths({ files }: LicenceFile, tree: Tree): readonly BytePath[] {
  const paths = [...tree.keys()];
  return files.flatMap((name) => paths.filter((path) => path.toLowerCase() === name.toLowerCase()));
}

function matchText({ licences }: LicenceFile, text: string): Licence {
  const plain = flatten(text);
  const found = licences.find(({ phrases }) =>
    phrases.every((phrase) => plain.includes(flatten(phrase))),
  );
  return found === undefined ? { id: 'unknown', open: false } : { id: found.id, open: found.open };
}

/**
 * `OR` needs one open licence, `AND` only open ones; an expression with both needs only open ones.
 * Exceptions (`WITH`) only add permissions.
 */
function isOpen(expression: string, open: ReadonlySet<string>): boolean {
  const isOpenId = (part: string): boolean =>
    open.has(part.replace(/ WITH .*$/, '').replace(/(-only|-or-later|\+)$/, ''));
  const plain = expression.replaceAll(/[()]/g, '').trim();
  const ids = plain.split(/ (?:AND|OR) /);
  const isChoice = plain.includes(' OR ') && !plain.includes(' AND ');
  return isChoice ? ids.some(isOpenId) : ids.every(isOpenId);
}

/**
 * Keeps only the words, because line breaks, quotes, commas and comment markers vary between
 * copies.
 */
function flatten(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, ' ')
    .trim();
}
