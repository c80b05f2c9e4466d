import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadPrices, modelClient } from '@refbench/models';
import { startModelServer, type ModelServer } from '@refbench/models/scripted-provider';
import { openHistory, parsePatch, type History, type ParsedPatch } from '@refbench/repos';
import { checkTask } from './check-task.ts';
import { findLeaks, type Leak } from './leak-check.ts';
import { writeTaskTexts } from './task-files.ts';
import { readTaskPrompts } from './task-prompts.ts';
import { describeSource } from './task-source.ts';
import { skeleton } from './skeleton.ts';
import { writeTask, type WriteTaskOptions, type WrittenTask } from './write-task.ts';

const BASE = {
  'src/util.js':
    'export function readAll(path) {\n  return helper(path);\n}\n// an Error: a lost file\n',
  'src/old.js': 'import { readAll } from "./util.js";\nreadAll("x");\n',
};
const GOLDEN = {
  'src/core/loader.js':
    'export function loadEverything(path) {\n  return helper(path);\n}\n// an Error\n',
  'src/core/errors.js': 'export class LoadError extends Error {}\nexport const lostFile = 1;\n',
  'src/old.js': 'import { loadEverything } from "./core/loader.js";\nloadEverything("x");\n',
};

let folder: string;
let history: History;
let patch: ParsedPatch;
let message: string;
let base: string;
let golden: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-task-'));
  const work = join(folder, 'mirror/a/b');
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      cwd: work,
      encoding: 'utf8',
    });
  const commit = async (files: Readonly<Record<string, string>>, text: string): Promise<void> => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(work, path)), { recursive: true });
      await writeFile(join(work, path), content);
    }
    git('add', '--all');
    git('commit', '--quiet', '-m', text);
  };
  await mkdir(work, { recursive: true });
  git('init', '--quiet');
  await commit(BASE, 'Base');
  await rm(join(work, 'src/util.js'));
  await commit(
    GOLDEN,
    'Move the loading to a module of its own (#7)\n\nSigned-off-by: Me <me@localhost>',
  );
  const opened = await openHistory({
    name: 'a/b',
    mirror: join(folder, 'mirror'),
    cacheDir: folder,
  });
  if (opened.kind === 'absent') throw new Error(opened.reason);
  history = opened;
  const found = await history.commit(history.head ?? '');
  if (found === undefined) throw new Error('the commit is there');
  ({ base, golden, message } = found);
  const parsed = parsePatch((await history.renameDiff(base, found.golden)) as Buffer);
  if (parsed.kind === 'rejected') throw new Error(parsed.reason);
  patch = parsed;
});
afterAll(async () => {
  await history[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const leaksIn = (text: string): Promise<readonly Leak[]> =>
  findLeaks(text, { golden, message, patch }, history.repository, base);

describe('leaks', () => {
  test.each([
    ['Give loading a module of its own and rename readAll.', []],
    ['Errors and helpers shall be told apart.', []],
    ['Introduce loadEverything.', ['loadEverything']],
    ['Throw a LoadError.', ['LoadError']],
    ['Introduce loadeverything.', ['loadEverything']],
    ['Introduce "load everything".', ['loadEverything']],
    ['Give it the name Load Everything.', ['loadEverything']],
    ['A load-everything helper, and `load_error`s.', ['loadEverything', 'LoadError']],
    ['Give lostFile a module.', ['lostFile']],
    ['Tell the "lost file" apart.', []],
    ['Take care of readall, of "Read All" and of read-all.', []],
    ['A loaded error is not thrown. Load everything when it is needed.', []],
    ['Load. Everything else stays, and an "error" stays one.', []],
    ['Move it to core/loader.js', ['core', 'loader', 'loader.js']],
    ['Do what pull request #7 and https://example.org/a/b/pull/7 do, not #8.', ['#7']],
  ])('%s', async (text, names) => {
    expect((await leaksIn(text)).map(({ name }) => name)).toStrictEqual(names);
  });
});

test('the commit id is a leak, and so is its abbreviation', async () => {
  const text = `As in ${golden} (${golden.slice(0, 9)}), not in 0123abcd.`;
  expect((await leaksIn(text)).map(({ name }) => name)).toStrictEqual([golden, golden.slice(0, 9)]);
});

test('a skeleton contains the folders that change most, and the commit title', () => {
  const many = Array.from({ length: 20 }, (_, at) => `pkg/p${at}/deep/a.go`);
  const { instructed } = skeleton('Move it', ['main.go', 'pkg/p7/b.go', 'pkg/p7/c.go', ...many]);
  expect(instructed).toContain('the commit says: Move it');
  expect(instructed).toContain('- TODO: pkg/p7 (3 of its files change)\n');
  expect(instructed).toContain('- TODO: 6 more folders\n');
});

describe('checking the texts of a folder', () => {
  test('reports missing texts, unfinished texts and leaks', async () => {
    const dir = join(folder, 'instance');
    expect(await checkTask(dir, { leaksIn })).toHaveLength(2);
    await writeTaskTexts(dir, skeleton('', ['src/core']), false);
    expect((await checkTask(dir, { leaksIn })).map(({ problem }) => problem)).toContain(
      'still contains TODO',
    );
    await expect(writeTaskTexts(dir, { open: 'x' }, false)).rejects.toThrow('already exists');
    const instructed = `# Move it\n\n${'All of it goes to a module of its own, as a TODO says. '.repeat(8)}`;
    await writeTaskTexts(dir, { instructed, open: 'Rename it to loadEverything.' }, true);
    expect(await checkTask(dir, { leaksIn })).toStrictEqual([
      {
        file: 'task.open.md',
        track: 'open',
        problem: 'contains "loadEverything", which exists only in golden',
      },
    ]);
    const long = 'Give loading a place of its own, and tell its errors apart by their type.';
    await writeTaskTexts(dir, { open: `${long}\n\nKeep the rest.` }, true);
    expect((await checkTask(dir, { leaksIn })).map(({ problem }) => problem)).toStrictEqual([
      'has more than one line',
      `has ${long.length + 16} characters, more than 70`,
    ]);
    await writeTaskTexts(dir, { open: 'Give loading a place of its own.' }, true);
    expect(await checkTask(dir, { leaksIn })).toStrictEqual([]);
    expect(await checkTask(dir, { leaksIn, openLimit: 31 })).toHaveLength(1);
  });
});

describe('writing with a model', () => {
  const instructed = {
    title: 'Move the loading',
    summary: 'What loads files lies in a drawer; it gets a module.',
    why: 'It is looked for in vain.',
    scope: ['`readAll` of `src/util.js` becomes `loadEverything` of `src/core/loader.js`'],
    keep: ['what is loaded'],
  };

  const saved: [string, string][] = [];
  beforeEach(() => void saved.splice(0));

  async function write(
    opens: readonly string[],
    more: Partial<Pick<WriteTaskOptions, 'budgetUsd' | 'instructed'>> = {},
  ): Promise<{ task: WrittenTask; asked: string }> {
    const rules = opens.map((open) => ({
      when: { prompt: 'Write `open`' },
      times: 1,
      answer: { open },
    }));
    const script = {
      rules: [...rules, { when: { prompt: 'Write:' }, answer: instructed }],
      usage: { input: 1000, output: 100 },
    };
    await using server: ModelServer = await startModelServer({ script });
    const prices = await loadPrices();
    const client = modelClient({
      provider: 'anthropic',
      model: 'claude-sonnet-4-6',
      apiKey: 'none',
      baseUrl: server.url,
      prices,
    });
    const subject = describeSource({ message, patch, discussions: ['#7 It is hard to find'] });
    const task = await writeTask({
      client,
      prompts: await readTaskPrompts(),
      subject,
      budgetUsd: 1,
      leaksIn,
      save: async (track, text) => void saved.push([track, text]),
      signal: AbortSignal.timeout(20_000),
      ...more,
    });
    return {
      task,
      asked: server
        .requests()
        .map(({ body }) => body)
        .join('\n'),
    };
  }

  test('the open text is derived from the instructed one, and rewritten if it leaks', async () => {
    const good = 'Give the loading of files a place where it is found.';
    const { task, asked } = await write(['Introduce loadEverything for loading.', good]);
    expect(task.texts.open).toBe(`${good}\n`);
    expect(task.texts.instructed).toContain('# Move the loading\n');
    expect(task.texts.instructed).toContain('## What stays\n\n- what is loaded\n');
    expect(task.usd).toBeGreaterThan(0);
    expect(asked).toContain('It is hard to find');
    expect(asked).toContain('Do not say: \\"loadEverything\\"');
    expect(asked).not.toContain('Signed-off-by');
  });

  test('a text that leaks every time is an error that names the leak', async () => {
    const leak = 'Introduce loadEverything for loading.';
    await expect(write([leak, leak, leak])).rejects.toThrow('leaks "loadEverything"');
  });

  test('a text that is too long is written again, and the model is told why', async () => {
    const long = 'Move the loading of all files to a place where it is found by everybody at once.';
    const { task, asked } = await write([long, 'Move the loading of files.']);
    expect(task.texts.open).toBe('Move the loading of files.\n');
    expect(asked).toContain(`has ${long.length} characters, more than 70`);
  });

  test('a failed open text never costs the finished instructed text', async () => {
    const leak = 'Introduce loadEverything for loading.';
    await expect(write([leak, leak, leak])).rejects.toThrow('task.instructed.md is finished');
    expect(saved.map(([track]) => track)).toStrictEqual(['instructed']);
    saved.splice(0);
    await expect(write(['Load it.'], { budgetUsd: 1e-9 })).rejects.toThrow(
      /budget.*task.instructed.md is finished/,
    );
    expect(saved.map(([track]) => track)).toStrictEqual(['instructed']);
  });

  test('an existing instructed text is not paid for again', async () => {
    const { task, asked } = await write(['Move the loading of files.'], {
      instructed: '# What a person wrote\n',
    });
    expect(saved).toStrictEqual([['open', 'Move the loading of files.\n']]);
    expect(task.texts.instructed).toBe('# What a person wrote\n');
    expect(asked).toContain('What a person wrote');
    expect(asked).not.toContain('Write:');
  });
});
