import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '@refbench/contracts';
import { readImageDefinitions, resolveBuildNetwork } from '@refbench/env-builder';
import { addedLines, displayPath, parsePatch } from '@refbench/repos';
import { mirrorHolds, TestBed } from '../testkit/test-bed.testkit.ts';
import { prepareInstance, selectInstances, type PreparedInstance } from '@refbench/instances';

let bed: TestBed;
beforeAll(async () => {
  bed = await TestBed.open();
});
afterEach(async () => {
  expect(await bed.leftovers()).toEqual([]);
});
afterAll(() => bed[Symbol.asyncDispose]());

/** Too short to belong to golden alone: braces, imports of one word. */
const SHORTEST = 24;

/** Fewer lines of a file may stand anywhere; half of these are a copy of it. */
const MIN_COUNT = 4;

interface Lines {
  /**
   * Lines that no text of base contains, by file of golden. Manifests are left out, because their
   * dependencies are not secret.
   */
  readonly golden: ReadonlyMap<string, ReadonlySet<string>>;
  readonly base: readonly string[];
}

async function linesOf(prepared: PreparedInstance): Promise<Lines> {
  const texts: string[] = [];
  const oids = [...prepared.baseTree.values()].map(({ oid }) => oid);
  for await (const { bytes } of prepared.repository.readBlobs(oids)) {
    texts.push(bytes.toString('latin1'));
  }
  const base = texts.join('\n');
  const patch = parsePatch(await prepared.goldenPatch());
  if (patch.kind === 'rejected') throw new Error(patch.reason);
  const manifests = new Set(prepared.instance.environment.manifests);
  const golden = [...addedLines(patch)]
    .map(([path, lines]) => [displayPath(path), [...lines.values()]] as const)
    .filter(([path]) => !manifests.has(path))
    .map(
      ([path, lines]) => [path, new Set(lines.map((line) => line.trim()).filter(isOwn))] as const,
    )
    .filter(([, lines]) => lines.size >= MIN_COUNT);
  return { golden: new Map(golden), base: base.split('\n').filter(isLong).slice(0, 50) };

  function isOwn(line: string): boolean {
    return line.length >= SHORTEST && !base.includes(line);
  }
}

function isLong(line: string): boolean {
  return line.trim().length >= 2 * SHORTEST;
}

/** Everything that an agent could look through for the answer, as the agent itself. */
const SEARCH = String.raw`
cd /testbed
echo "commits: $(git log --all --format=%H | wc -l)"
git reflog --all | sed 's/^/reflog: /'
git fsck --unreachable --lost-found --no-progress 2>&1 | sed 's/^/fsck: /'
for left in ORIG_HEAD FETCH_HEAD MERGE_HEAD shallow refs/stash refs/notes refs/replace worktrees modules objects/info/alternates; do
  [ -e ".git/$left" ] && echo "left: $left"
done
git remote | sed 's/^/remote: /'; git tag | sed 's/^/tag: /'
git cat-file --batch-all-objects --unordered --batch-check='object %(objectname)'
everywhere() { grep -raoHFf "/search/$1" / --exclude-dir=proc --exclude-dir=sys --exclude-dir=search 2>/dev/null; }
in_objects() { git cat-file --batch-all-objects --batch | grep -aoHFf "/search/$1" --label=objects; }
{ everywhere golden; in_objects golden; } | sort -u | sed 's/^/golden: /'
{ everywhere base; in_objects base; } | sort -u | sed 's/^/base: /'
`;

async function search(prepared: PreparedInstance, lines: Lines): Promise<readonly string[]> {
  const source = join(bed.folder, prepared.instance.id);
  await mkdir(source);
  const golden = [...lines.golden.values()].flatMap((own) => [...own]);
  // Without a line feed where there is none: an empty line is a pattern that all lines fit.
  await writeFile(join(source, 'golden'), golden.map((line) => `${line}\n`).join(''), 'latin1');
  await writeFile(join(source, 'base'), lines.base.map((line) => `${line}\n`).join(''), 'latin1');
  await using created = await bed.engine.createContainer({
    profile: 'agent',
    image: prepared.environment.imageId,
    command: ['bash', '-c', SEARCH],
    env: { LC_ALL: 'C' },
    workingDir: '/testbed',
    limits: DEFAULT_LIMITS.agent,
    mounts: [{ source, target: '/search' }],
    writable: ['/testbed', '/home/bench', '/tmp'],
    labels: { run: 'answer', instance: prepared.instance.id, attempt: '1', phase: 'search' },
  });
  await using running = await created.start();
  await using stopped = await running.ended;
  expect(stopped.end).toMatchObject({ kind: 'exited' });
  return stopped.log.bytes.toString('latin1').trim().split('\n');
}

/** Path in the container -> which of the lines it holds. */
function filesOf(
  kind: 'golden' | 'base',
  found: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  for (const line of found) {
    const [, path, text] = new RegExp(`^${kind}: ([^:]*):(.*)$`).exec(line) ?? [];
    if (path === undefined || text === undefined) continue;
    files.set(path, (files.get(path) ?? new Set()).add(text));
  }
  return files;
}

/**
 * Returns `<file in the container> = <file of golden>` for each file that contains half of the lines
 * that golden added.
 */
function copies(found: readonly string[], { golden }: Lines): readonly string[] {
  return [...filesOf('golden', found)].flatMap(([file, texts]) =>
    [...golden]
      .filter(([, own]) => [...own].filter((line) => texts.has(line)).length * 2 >= own.size)
      .map(([path]) => `${file} = ${path}`),
  );
}

test.for([
  ['refbench__tally-6637120b', undefined, 3],
  // It only rewrites lines: golden's objects are all that can be looked for.
  ['koajs__koa-ef467caa', 'koajs/koa', 0],
  ['remarkablemark__html-react-parser-1fcb059b', 'remarkablemark/html-react-parser', 3],
] as const)(
  'nothing of the answer is in the image of %s',
  async ([id, repository, files], { skip }) => {
    const absent = repository !== undefined && !mirrorHolds(repository, existsSync);
    skip(absent, `${repository} is not in REFBENCH_TEST_MIRROR`);
    const [entry] = await selectInstances(bed.workspace, [id]);
    if (entry === undefined) throw new Error(`no instance ${id}`);
    await using prepared = await prepareInstance({
      workspace: bed.workspace,
      engine: bed.engine,
      entry,
      build: {
        stateDir: bed.workspace.stateDir,
        network: await resolveBuildNetwork(),
        definitions: await readImageDefinitions(),
      },
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    const lines = await linesOf(prepared);
    expect(lines.golden.size).toBeGreaterThanOrEqual(files);
    const found = await search(prepared, lines);

    expect(found).toContain('commits: 1');
    expect(found.filter((line) => /^(fsck|left|reflog|remote|tag): /.test(line))).toEqual([]);
    expect(copies(found, lines)).toEqual([]);
    // Confirms that the same search finds lines that exist.
    const ofBase = filesOf('base', found);
    expect(ofBase.get('objects')?.size).toBe(new Set(lines.base).size);
    expect(
      [...ofBase.keys()].filter((file) => file.startsWith('/testbed/')).length,
    ).toBeGreaterThan(0);

    const golden = await prepared.repository.readTree(prepared.instance.golden);
    const known = new Set([...prepared.baseTree.values()].map(({ oid }) => oid));
    const secret = new Set(
      [...golden.values()].map(({ oid }) => oid).filter((oid) => !known.has(oid)),
    );
    expect(secret.size).toBeGreaterThan(0);
    const objects = found.filter((line) => line.startsWith('object ')).map((line) => line.slice(7));
    expect(objects.length).toBeGreaterThan(known.size);
    expect(objects.filter((oid) => secret.has(oid))).toEqual([]);
  },
);
