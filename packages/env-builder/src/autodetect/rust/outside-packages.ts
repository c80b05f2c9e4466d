import { posix } from 'node:path';
import { readToml, tableAt, textAt, type TomlTable } from '@refbench/base';
import { filesNamed, folderOf, type TreeView } from '../draft/tree-view.ts';

/** A package that a manifest takes from a folder which no clone of the repository has. */
export interface OutsidePackage {
  readonly manifest: string;
  readonly name: string;
  readonly path: string;
}

const KINDS = ['dependencies', 'dev-dependencies', 'build-dependencies'];

/**
 * Finds a package outside of the repository that the workspace needs, as in a commit of somebody who works on
 * two projects. Cargo loads no such workspace, whatever is built of it.
 */
export async function outsidePackage(view: TreeView): Promise<OutsidePackage | undefined> {
  const root = readToml(await view.read('Cargo.toml'));
  const isMember = membersOf(tableAt(root, 'workspace'));
  for (const manifest of filesNamed(view, 'Cargo.toml')) {
    const folder = folderOf(manifest);
    if (folder !== '.' && !isMember(folder)) continue;
    const table = readToml(await view.read(manifest));
    for (const packages of packageTables(table)) {
      for (const name of Object.keys(packages)) {
        const path = textAt(tableAt(packages, name), 'path');
        if (path !== undefined && isOutside(folder, path)) return { manifest, name, path };
      }
    }
  }
  return undefined;
}

/** The tables of a manifest whose entries are packages. */
function packageTables(manifest: TomlTable | undefined): readonly TomlTable[] {
  const below = (table: TomlTable): readonly TomlTable[] =>
    Object.keys(table).map((key) => tableAt(table, key));
  return [
    ...KINDS.map((kind) => tableAt(manifest, kind)),
    ...below(tableAt(manifest, 'target')).flatMap((target) =>
      KINDS.map((kind) => tableAt(target, kind)),
    ),
    ...below(tableAt(manifest, 'patch')),
    tableAt(manifest, 'workspace', 'dependencies'),
  ];
}

function isOutside(folder: string, path: string): boolean {
  return posix.isAbsolute(path) || posix.join(folder, path).startsWith('..');
}

/** Returns a function that tells whether a folder is a member of a workspace. */
function membersOf(workspace: TomlTable): (folder: string) => boolean {
  const listed = (key: string): readonly string[] => {
    const value = workspace[key];
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  };
  const members = listed('members').map((member) => posix.normalize(member));
  const excluded = listed('exclude');
  return (folder) =>
    !excluded.includes(folder) &&
    members.some(
      (member) =>
        member === folder ||
        (member.endsWith('/*') && posix.dirname(folder) === member.slice(0, -2)),
    );
}
