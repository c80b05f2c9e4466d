import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { startModelServer } from '@refbench/models/scripted-provider';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { TASK_REVIEW_OUTPUT } from './command-line/outputs/task-outputs.ts';
import { runHere } from './in-process.testkit.ts';

const root = resolve(import.meta.dirname, '../../..');
/** Commands start git, which takes long on a busy machine. */
const PATIENT = { timeout: 120_000 };
const TALLY = 'refbench__tally-6637120b';

async function workFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'refbench-task-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const instance = join(folder, 'instances', TALLY);
  await cp(join(root, 'instances', TALLY), instance, { recursive: true });
  await rm(join(instance, 'task.review.yaml'), { force: true });
  return folder;
}

async function task(folder: string, ...args: readonly string[]) {
  const places = ['--instances-dir', join(folder, 'instances'), '--state-dir', join(folder, 's')];
  return await runHere('task', ...args, ...places);
}

describe('task review', PATIENT, () => {
  const person = ['--by', 'Ada Lovelace', '--date', '2026-11-23'];

  test('records the review of one text, which a change of the text voids', async () => {
    const folder = await workFolder();
    const open = join(folder, 'instances', TALLY, 'task.open.md');
    const named = ['--accept', 'open', ...person, '--notes', 'names agree'];
    expect((await task(folder, 'review', TALLY, ...named)).stderr).toBe('1 accepted, 1 open\n');
    const states = async (): Promise<unknown[]> => {
      const { stdout } = await task(folder, 'review', TALLY, '--json');
      const { texts, change } = TASK_REVIEW_OUTPUT.schema.parse(JSON.parse(stdout)) as {
        texts: Record<string, { state: unknown }>;
        change: { files: unknown[] };
      };
      expect(change.files.length).toBeGreaterThan(50);
      return ['instructed', 'open'].map((track) => texts[track]?.state);
    };
    const entry = { by: 'Ada Lovelace', at: '2026-11-23' };
    expect(await states()).toStrictEqual([
      { kind: 'unreviewed' },
      { kind: 'reviewed', ...entry, notes: 'names agree' },
    ]);
    await writeFile(open, `${await readFile(open, 'utf8')}\n`);
    expect(await states()).toStrictEqual([{ kind: 'unreviewed' }, { kind: 'changed', ...entry }]);
  });

  test('asks about each text at a terminal', async () => {
    const folder = await workFolder();
    let written = (): string => '';
    const questionsIn = (text: string): number => text.split(': ').length - 1;
    // A person types one line after the other, not all of them before the first question.
    const typed = async function* (): AsyncGenerator<string> {
      for (const [answered, line] of ['s\n', 'a\n', 'names agree\n'].entries()) {
        await vi.waitUntil(() => questionsIn(written()) > answered, PATIENT);
        yield line;
      }
    };
    const terminal = Object.assign(Readable.from(typed()), { isTTY: true });
    const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as never);
    onTestFinished(() => stdin.mockRestore());
    const errors = vi.spyOn(process.stderr, 'write');
    written = () => errors.mock.calls.map(([chunk]) => chunk).join('');
    const { stderr } = await task(folder, 'review', TALLY, ...person);
    expect(stderr).toContain('task.open.md (a accept, s skip, q quit): Notes, or nothing: ');
    expect(stderr).toMatch(/1 accepted, 1 open\n$/);
    const file = join(folder, 'instances', TALLY, 'task.review.yaml');
    expect(await readFile(file, 'utf8')).toContain('notes: names agree');
  });

  test('records nothing if a name is wrong, a text is missing or a model reviews', async () => {
    const folder = await workFolder();
    await rm(join(folder, 'instances', TALLY, 'task.open.md'));
    const refused = async (...args: readonly string[]): Promise<void> =>
      expect(task(folder, 'review', TALLY, ...args)).rejects.toMatchObject({ kind: 'usage' });
    await refused('--accept', 'instructed,opened', ...person);
    await refused('--accept', 'instructed,open', ...person);
    await refused('--accept', 'instructed', '--by', 'model:claude-sonnet-4-6');
    const { stdout } = await task(folder, 'review', TALLY);
    expect(stdout).toContain('task.instructed.md: not reviewed');
    expect(stdout).toContain('task.open.md: does not exist');
    expect(stdout).toContain('src/util/money.ts -> src/core/money.ts');
  });
});

describe('task check --model', PATIENT, () => {
  test('records what the model says, shows it in the review, and does not pay twice', async () => {
    const folder = await workFolder();
    const open = join(folder, 'instances', TALLY, 'task.open.md');
    await writeFile(open, 'Let tally fail with typed errors\n');
    const given_away = [{ decision: 'Errors are classes.', quote: 'typed errors' }];
    await using server = await startModelServer({
      script: {
        rules: [{ when: { prompt: 'typed errors' }, answer: { given_away } }],
        usage: { input: 10, output: 10 },
      },
    });
    vi.stubEnv('ANTHROPIC_API_KEY', 'none');
    vi.stubEnv('ANTHROPIC_BASE_URL', server.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    const check = () => task(folder, 'check', TALLY, '--model', 'claude-sonnet-4-6');
    const first = await check();
    expect(first.code).toBe(7);
    expect(first.stdout).toBe(
      'task.open.md gives away with "typed errors", according to claude-sonnet-4-6: Errors are classes.\n',
    );
    expect((await check()).stdout).toBe(first.stdout);
    expect(server.requests()).toHaveLength(1);
    expect((await task(folder, 'review', TALLY)).stdout).toContain(
      '  - "typed errors": Errors are classes.',
    );
    await writeFile(open, 'Let tally fail with errors of types\n');
    const { stdout } = await task(folder, 'review', TALLY);
    expect(stdout).toContain('according to claude-sonnet-4-6, before a change of text:');
  });
});

describe('task write --from-file', PATIENT, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'refbench-text-'));
    return () => rm(folder, { recursive: true, force: true });
  });

  test('refuses an open text that is no short line', async () => {
    const work = await workFolder();
    const file = join(folder, 'open.md');
    await writeFile(file, `Make the interface of the library ready for its first version.\n`);
    const args = ['write', TALLY, '--from-file', `open=${file}`, '--force'];
    await expect(task(work, ...args, '--open-limit', '20')).rejects.toThrow('more than 20');
    await task(work, ...args);
    await writeFile(file, `One.\nTwo.\n`);
    await expect(task(work, ...args)).rejects.toThrow('more than one line');
    const written = join(work, 'instances', TALLY, 'task.open.md');
    expect(await readFile(written, 'utf8')).toContain('first version');
  });
});
