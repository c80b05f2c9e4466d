import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bytePath, displayPath, type StoredFile, type WorkingFile } from '@refbench/repos';
import { patchSubmission, scoreOf, TestBed } from '../testkit/test-bed.testkit.ts';
import type { Submission } from '../submission/submission.ts';
import type { GradableInstance } from '@refbench/instances';

let bed: TestBed;
/** For what depends on no content. */
let small: TestBed;
beforeAll(async () => {
  bed = await TestBed.open();
  small = await TestBed.openSmall();
});
afterEach(async () => {
  expect([...(await bed.leftovers()), ...(await small.leftovers())]).toEqual([]);
});
afterAll(async () => {
  await bed[Symbol.asyncDispose]();
  await small[Symbol.asyncDispose]();
});

type Files = Map<string, Buffer>;

/** A submission whose patch edits all files of base. */
function editing(name: string, edit: (files: Files, golden: Files) => void): Submission {
  return patchSubmission(name, async (prepared) => {
    const { repository, instance } = prepared;
    const files = await filesOf(prepared, instance.base);
    edit(files, await filesOf(prepared, instance.golden));
    const modes = new Map([...prepared.baseTree].map(([path, { mode }]) => [path, mode]));
    const tree = [...files].map(([file, bytes]): WorkingFile | StoredFile => {
      const path = bytePath(file);
      return { path, mode: modes.get(path) === '100755' ? '100755' : '100644', bytes };
    });
    const treeId = await repository.writeTree(
      (async function* entries() {
        yield* tree;
      })(),
    );
    return await repository.diff(instance.base, treeId);
  });
}

async function filesOf({ repository }: GradableInstance, commit: string): Promise<Files> {
  const files: Files = new Map();
  for (const [path, { oid }] of await repository.readTree(commit)) {
    files.set(displayPath(path), await repository.readBlob(oid));
  }
  return files;
}

const isSource = (path: string): boolean => /^(?:src|test)\/.*\.ts$/.test(path);

/** One file with all that golden added; nothing imports it. */
function addDeadFile(files: Files, golden: Files, path = 'src/dead-code.ts'): void {
  const changed = [...golden].filter(([file, bytes]) => files.get(file)?.equals(bytes) !== true);
  const texts = changed.filter(([file]) => isSource(file)).map(([, bytes]) => bytes);
  files.set(path, Buffer.concat(texts));
}

function appendToSource(files: Files, bytes: Buffer): void {
  for (const [file, before] of files) {
    if (isSource(file)) files.set(file, Buffer.concat([before, bytes]));
  }
}

type Trick = readonly [name: string, finding: string, edit: Parameters<typeof editing>[1]];

const ADDITIONS: readonly Trick[] = [
  [
    'nul',
    'unscannable-files',
    (files, golden) => {
      appendToSource(files, Buffer.from('// \0\n'));
      addDeadFile(files, golden);
    },
  ],
  [
    'invalid-utf-8',
    'unscannable-files',
    (files, golden) => {
      appendToSource(files, Buffer.from([0x2f, 0x2f, 0x20, 0xff, 0x0a]));
      addDeadFile(files, golden);
    },
  ],
  ['dead', 'dead-additions', (files, golden) => addDeadFile(files, golden)],
  ['dead-hidden', 'dead-additions', (files, golden) => addDeadFile(files, golden, '.x/dead.ts')],
  [
    'dead-installed',
    'dead-additions',
    (files, golden) => addDeadFile(files, golden, 'node_modules/x/dead.ts'),
  ],
];

const DELETION: Trick = [
  'everything-deleted',
  'mass-deletion',
  (files, golden) => {
    for (const file of [...files.keys()].filter(isSource)) files.delete(file);
    addDeadFile(files, golden);
  },
];

/** Runs tricks and tests that strict figures pay next to nothing for them. */
async function expectNothingFor(tricks: readonly Trick[], at: TestBed): Promise<void> {
  const result = await at.run(
    'tricks',
    tricks.map(([name, , edit]) => editing(name, edit)),
  );
  for (const [name, kind] of tricks) {
    const score = scoreOf(result, name);
    expect([name, score.verdict]).toEqual([name, 'model']);
    expect([name, (score.ifr_strict.total ?? 1) < 0.1]).toEqual([name, true]);
    expect([name, (score.alignment_strict.total ?? 1) < 0.1]).toEqual([name, true]);
    expect([name, score.integrity.findings.map((finding) => finding.kind)]).toEqual([
      name,
      expect.arrayContaining([kind]),
    ]);
    expect([name, score.integrity.ranked]).toEqual([name, false]);
    // The published figure no longer takes a file that cannot be read for one without matches.
    const reductive = name === 'everything-deleted' ? 1 : 0;
    expect([name, score.ifr.reductive]).toEqual([name, reductive]);
  }
}

// oxlint-disable-next-line vitest/expect-expect -- the function expects
test('tricks that add files earn next to nothing by strict figures, and are named', async () => {
  await expectNothingFor(ADDITIONS, small);
});

// oxlint-disable-next-line vitest/expect-expect -- the function expects
test('so does the deletion of everything', async () => {
  // Of three functions, each is a third of what golden did.
  await expectNothingFor([DELETION], bed);
});
