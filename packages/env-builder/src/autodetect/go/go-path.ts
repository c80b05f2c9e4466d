import { folderOf, readTexts, unionOf, type TreeView } from '../draft/tree-view.ts';

/** A Go project from before modules: where it lies in GOPATH, and what it imports from elsewhere. */
export interface GoPathProject {
  /** Its import path, e.g. `github.com/gorilla/mux`. */
  readonly path: string;
  /** Packages of other projects that neither commit has in its own `vendor` folder. */
  readonly imports: readonly string[];
}

/** More files are no evidence for the path, and take long to read. */
const MAX_FILES = 3000;
const NOT_BUILT = /(^|\/)(vendor|testdata|node_modules|_[^/]*)\//;

/**
 * Finds out the import path of a project and its dependencies from the import declarations of both commits.
 * @param url where the repository is published, which is the import path of most projects
 */
export async function goPathProject(
  base: TreeView,
  golden: TreeView,
  url?: string,
): Promise<GoPathProject> {
  const [before, after] = await Promise.all([base, golden].map(filesOf));
  const path = (await projectPath(base, before ?? [], url)) ?? 'example.org/project';
  const foreign = (view: TreeView, files: readonly GoFile[]): readonly string[] => {
    const vendored = new Set(
      view.paths.map(folderOf).filter((folder) => /(^|\/)vendor\//.test(folder)),
    );
    return files
      .flatMap(({ imports }) => imports)
      .filter((name) => name !== path && !name.startsWith(`${path}/`))
      .filter((name) => !vendored.has(`vendor/${name}`));
  };
  return { path, imports: unionOf(foreign(base, before ?? []), foreign(golden, after ?? [])) };
}

interface GoFile {
  readonly path: string;
  readonly package: string;
  /** The path in the comment beside the package's name, which no other path may be used for. */
  readonly canonical: string | undefined;
  /** Import paths that begin with a host. */
  readonly imports: readonly string[];
}

async function filesOf(view: TreeView): Promise<readonly GoFile[]> {
  const paths = view.paths.filter((path) => path.endsWith('.go') && !NOT_BUILT.test(path));
  const read = paths.slice(0, MAX_FILES);
  const texts = await readTexts(view, read);
  return read.map((path, at) => ({ path, ...parseHead(texts[at] ?? '') }));
}

const IMPORT = /^\s*(?:import\s+)?(?:[\w.]+\s+)?"([a-z0-9-]+\.[\w.~+/-]+)"/gm;

function parseHead(text: string): Omit<GoFile, 'path'> {
  const head = text.split(/^(?:func|type|var|const)\b/m, 1)[0] ?? '';
  const [, name = '', canonical] =
    /^package\s+(\w+)(?:\s*\/[/*]\s*import\s+"([\w.~/-]+)")?/m.exec(head) ?? [];
  return {
    package: name,
    canonical,
    imports: [...head.matchAll(IMPORT)].map(([, found = '']) => found),
  };
}

/** Where tools for dependencies before modules noted the path of the project. */
const NOTED: readonly (readonly [file: string, pattern: RegExp])[] = [
  ['Godeps/Godeps.json', /"ImportPath"\s*:\s*"([\w.~/-]+)"/],
  ['vendor/vendor.json', /"rootPath"\s*:\s*"([\w.~/-]+)"/],
  ['glide.yaml', /^package:\s*([\w.~/-]+)/m],
];

async function projectPath(
  view: TreeView,
  files: readonly GoFile[],
  url: string | undefined,
): Promise<string | undefined> {
  const stated = files.find(
    ({ path, canonical }) => folderOf(path) === '.' && canonical !== undefined,
  );
  if (stated?.canonical !== undefined) return stated.canonical;
  for (const [file, pattern] of NOTED) {
    const noted = pattern.exec((await view.read(file)) ?? '')?.[1];
    if (noted !== undefined) return noted;
  }
  const published = /^(?:https|ssh):\/\/(?:[^/@]*@)?([^/:]+\/.+?)(?:\.git)?\/?$/.exec(
    url ?? '',
  )?.[1];
  const isImported = files.some(({ imports }) =>
    imports.some((name) => name === published || name.startsWith(`${published}/`)),
  );
  if (isImported) return published;
  return mostUsedRoot(files) ?? testedByOthers(files) ?? published;
}

/** The start of imports whose rest is a folder of the tree. */
function mostUsedRoot(files: readonly GoFile[]): string | undefined {
  const folders = new Set(files.map(({ path }) => folderOf(path)));
  const votes = new Map<string, number>();
  for (const name of files.flatMap(({ imports }) => imports)) {
    const parts = name.split('/');
    for (let length = 2; length < parts.length; length += 1) {
      if (!folders.has(parts.slice(length).join('/'))) continue;
      const root = parts.slice(0, length).join('/');
      votes.set(root, (votes.get(root) ?? 0) + 1);
      break;
    }
  }
  return [...votes].sort(([, left], [, right]) => right - left)[0]?.[0];
}

/** A package of one folder is imported by its own tests alone, if these are a package of their own. */
function testedByOthers(files: readonly GoFile[]): string | undefined {
  const root = files.filter(({ path }) => folderOf(path) === '.');
  const names = new Set(root.map((file) => file.package.replace(/_test$/, '')));
  return root
    .filter((file) => file.package.endsWith('_test') || file.package === 'main')
    .flatMap(({ imports }) => imports)
    .find((name) =>
      names.has(
        name
          .replace(/\.v\d+$/, '')
          .split('/')
          .at(-1) ?? '',
      ),
    );
}
