import type { TreeView } from './tree-view.ts';

export interface Submodule {
  readonly path: string;
  /** The last part of its address, without `.git`. */
  readonly name: string;
  /** As .gitmodules gives it. */
  readonly url: string | undefined;
}

/** The submodules that .gitmodules declares. Their content is never in the tree. */
export async function submodulesOf(view: TreeView): Promise<readonly Submodule[]> {
  const sections = ((await view.read('.gitmodules')) ?? '').split(/^\s*\[submodule\b/m).slice(1);
  return sections.flatMap((section) => {
    const path = /^\s*path\s*=\s*(\S.*?)\s*$/m.exec(section)?.[1];
    const url = /^\s*url\s*=\s*(\S+)\s*$/m.exec(section)?.[1];
    // The path becomes a word of a shell script.
    if (
      path === undefined ||
      !/^[\w.+-]+(\/[\w.+-]+)*$/.test(path) ||
      /(^|\/)\.\.?(\/|$)/.test(path)
    ) {
      return [];
    }
    const plain = (url ?? path).replace(/(?:\.git)?\/?$/, '');
    return [{ path, url, name: /[^/:]+$/.exec(plain)?.[0] ?? '' }];
  });
}

/** Whether the tree has no CMake project where a submodule is. */
export function isMissing(view: TreeView, { path }: Submodule): boolean {
  return !view.has(`${path}/CMakeLists.txt`);
}
