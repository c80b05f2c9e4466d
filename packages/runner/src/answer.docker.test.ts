import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '@refbench/contracts';
import { readImageDefinitions, resolveBuildNetwork } from '@refbench/env-builder';
import { addedLines, displayPath, parsePatch } from '@refbench/repos';
import { mirrorHolds, TestBench } from './bench.testkit.ts';
import { selectInstances } from './instance-catalog.ts';
import { prepareInstance, type PreparedInstance } from './prepared-instance.ts';

let bench: TestBench;
beforeAll(async () => {
  bench = await TestBench.open();
});
afterEach(async () => {
  expect(await bench.leftovers()).toEqual([]);
});
afterAll(() => bench[Symbol.asyncDispose]());

/** Too short to belong to golden alone: braces, imports of one word. */
const SHORTEST = 24;

interface Lines {
  /** Of golden and not of base, outside the manifests: their dependencies are no secret. */
  readonly golden: ReadonlySet<string>;
  readonly base: ReadonlySet<string>;
}

async function linesOf(prepared: PreparedInstance): Promise<Lines> {
  const base = new Set<string>();
  const oids = [...prepared.baseTree.values()].map(({ oid }) => oid);
  for await (const { bytes } of prepared.repository.readBlobs(oids)) {
    for (const line of bytes.toString('latin1').split('\n')) base.add(line.trim());
  }
  const patch = parsePatch(await prepared.goldenPatch());
  if (patch.kind === 'rejected') throw new Error(patch.reason);
  const manifests = new Set(prepared.instance.environment.manifests);
  const added = [...addedLines(patch)]
    .filter(([path]) => !manifests.has(displayPath(path)))
    .flatMap(([, lines]) => [...lines.values()])
    .map((line) => line.trim());
  return {
    golden: new Set(added.filter((line) => line.length >= SHORTEST && !base.has(line))),
    base: new Set([...base].filter((line) => line.length >= 2 * SHORTEST).slice(0, 50)),
  };
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
everywhere() { grep -rlaFf "$1" / --exclude-dir=proc --exclude-dir=sys --exclude-dir=search 2>/dev/null; }
in_objects() { git cat-file --batch-all-objects --batch | grep -qaFf "$1" && echo /testbed/.git/objects; }
{ everywhere /search/golden; in_objects /search/golden; } | sed 's/^/golden: /'
{ everywhere /search/base; in_objects /search/base; } | sed 's/^/base: /'
`;

async function search(prepared: PreparedInstance, lines: Lines): Promise<readonly string[]> {
  const source = join(bench.folder, prepared.instance.id);
  await mkdir(source);
  await writeFile(join(source, 'golden'), `${[...lines.golden].join('\n')}\n`, 'latin1');
  await writeFile(join(source, 'base'), `${[...lines.base].join('\n')}\n`, 'latin1');
  await using created = await bench.engine.createContainer({
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

test.for([
  ['refbench__tally-6637120b', undefined],
  ['koajs__koa-ef467caa', 'koajs/koa'],
  ['remarkablemark__html-react-parser-1fcb059b', 'remarkablemark/html-react-parser'],
] as const)('nothing of the answer is in the image of %s', async ([id, repository], { skip }) => {
  const absent = repository !== undefined && !mirrorHolds(repository, existsSync);
  skip(absent, `${repository} is not in REFBENCH_TEST_MIRROR`);
  const [entry] = await selectInstances(bench.workspace, [id]);
  if (entry === undefined) throw new Error(`no instance ${id}`);
  await using prepared = await prepareInstance({
    workspace: bench.workspace,
    engine: bench.engine,
    entry,
    build: {
      stateDir: bench.workspace.stateDir,
      network: await resolveBuildNetwork(),
      definitions: await readImageDefinitions(),
    },
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  const lines = await linesOf(prepared);
  expect(lines.golden.size).toBeGreaterThan(5);
  const found = await search(prepared, lines);

  expect(found).toContain('commits: 1');
  expect(found.filter((line) => /^(fsck|left|reflog|remote|tag|golden): /.test(line))).toEqual([]);
  // The same search does find what is there.
  expect(found).toContain('base: /testbed/.git/objects');
  expect(found.filter((line) => line.startsWith('base: /testbed/')).length).toBeGreaterThan(1);

  const golden = await prepared.repository.readTree(prepared.instance.golden);
  const known = new Set([...prepared.baseTree.values()].map(({ oid }) => oid));
  const secret = new Set(
    [...golden.values()].map(({ oid }) => oid).filter((oid) => !known.has(oid)),
  );
  const objects = found.filter((line) => line.startsWith('object ')).map((line) => line.slice(7));
  expect(objects.length).toBeGreaterThan(known.size);
  expect(objects.filter((oid) => secret.has(oid))).toEqual([]);
});
