import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT_CODES } from '@refbench/contracts';
import { afterAll, expect, test } from 'vitest';
import { refbench, smallOptions, temporaryFolder, type CommandResult } from './command.testkit.ts';

const TALLY = 'refbench__tally-6637120b';
const BUNDLED = 'refbench__*';

const home = await temporaryFolder();
const small = await smallOptions(home.path);
afterAll(() => home[Symbol.asyncDispose]());

function nop(folder: string, ...more: string[]): Promise<CommandResult> {
  const runs = join(folder, 'runs');
  return refbench(['run', '--agent', 'nop', ...small.instance, '--runs-dir', runs, ...more]);
}

function expectOneLine(result: CommandResult, code: number, message: RegExp): void {
  expect(result.stderr).toMatch(message);
  expect(result.stderr).not.toContain('    at ');
  expect(result.code).toBe(code);
}

test.each(['nothing__here-00000000', '../../etc', 'refbench__*/..'])(
  'unknown or tricky id %j: 2',
  async (id) => {
    await using folder = await temporaryFolder();
    expectOneLine(
      await nop(folder.path, '--instances', id),
      2,
      /^refbench: no instance matches ".*\n {2}hint: /,
    );
  },
);

test('an unknown agent: 2', async () => {
  expectOneLine(
    await refbench(['run', '--agent', 'gloden', '--instances', BUNDLED]),
    2,
    /^refbench: unknown agent "gloden" \(did you mean "golden"\?\)\n {2}hint: use one of golden, nop, script/,
  );
});

test('an unknown option: 2', async () => {
  const result = await refbench(['run', '--agnet', 'nop']);
  expect(result.code).toBe(2);
});

test('an invalid run id: 2', async () => {
  await using folder = await temporaryFolder();
  expectOneLine(await nop(folder.path, '--run-id', '../x'), 2, /"\.\.\/x" cannot name a run/);
});

test('no container engine: 4, with the endpoints that were tried', async () => {
  const result = await refbench(['run', '--agent', 'nop', '--instances', BUNDLED], {
    env: { DOCKER_HOST: 'unix:///nowhere/docker.sock' },
  });
  expectOneLine(result, 4, /\/nowhere\/docker\.sock/);
});

test('malformed YAML: 7, with file and reason', async () => {
  await using folder = await temporaryFolder();
  const dir = join(folder.path, 'instances/a__b-00000000');
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'instance.yaml'), `schema: ${'['.repeat(100_000)}`);
  const all = await refbench([
    'run',
    '--agent',
    'nop',
    '--instances',
    '*',
    '--instances-dir',
    join(folder.path, 'instances'),
  ]);
  expectOneLine(all, 7, /a__b-00000000\/instance\.yaml: /);
});

test('an invalid predictions file: 7', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'p.jsonl');
  await writeFile(path, '{"instance_id": 1}\n');
  expectOneLine(
    await refbench(['grade', '--predictions', path, '--instances', BUNDLED]),
    7,
    /line 1/,
  );
});

test('a run that another process works on: 8; nothing of it is touched', async () => {
  await using folder = await temporaryFolder();
  await nop(folder.path, '--run-id', 'busy');
  const lock = join(folder.path, 'runs/busy/.lock');
  await writeFile(lock, JSON.stringify({ owner: '1:1:1', host: 'elsewhere', token: 'x' }));
  expectOneLine(
    await nop(folder.path, '--run-id', 'busy'),
    8,
    /run "busy" is in use by process 1 on elsewhere/,
  );
  expect(await readFile(lock, 'utf8')).toContain('elsewhere');
});

test('an image that does not build: 5, with the script and the log', async () => {
  await using folder = await temporaryFolder();
  const instances = join(folder.path, 'instances');
  await cp(join('instances', TALLY), join(instances, TALLY), { recursive: true });
  await writeFile(
    join(instances, TALLY, 'environment/install_system.sh'),
    'echo no compiler here >&2\nexit 3\n',
  );
  const places = ['--instances-dir', instances, '--runs-dir', join(folder.path, 'runs')];
  const result = await refbench(['run', '--agent', 'nop', '--instances', BUNDLED, ...places]);
  expectOneLine(result, 5, /install_system\.sh/);
});

test('a full disk: 9, and what was written before is still there', async () => {
  await using folder = await temporaryFolder();
  const mount = join(folder.path, 'small');
  await mkdir(mount);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', mount]);
  try {
    await writeFile(join(mount, 'filler'), Buffer.alloc(240_000));
    const runs = ['--runs-dir', join(mount, 'runs'), '--run-id', 'full'];
    const result = await refbench(['run', '--agent', 'golden', ...small.instance, ...runs]);
    expectOneLine(result, 9, /cannot write .*: ENOSPC/);
    expect((await readFile(join(mount, 'filler'))).length).toBe(240_000);
  } finally {
    execFileSync('umount', [mount]);
  }
});

test('no more file descriptors: the error says so, and the same command finishes the run', async () => {
  await using folder = await temporaryFolder();
  const agent = join(folder.path, 'slow');
  await mkdir(agent);
  await writeFile(join(agent, 'agent.yaml'), 'name: slow\nversion: "1"\ncommand: [sleep, "10"]\n');
  // A name that no other process gives, because the engine is asked for all containers of the run.
  const id = `few-${process.pid}`;
  const runs = ['--runs-dir', join(folder.path, 'runs'), '--run-id', id];
  const command = ['run', '--agent', agent, ...small.instance, ...runs];
  const result = await refbench(command, {
    // The limit is there before the agent ends: what lacks a descriptor first is in the same phase always.
    onErrorLine: (line, pid) => {
      if (line.includes('running the agent'))
        execFileSync('prlimit', ['--pid', `${pid}`, '--nofile=30']);
      return undefined;
    },
  });
  // What lacks a descriptor first varies. If it is the connection to the engine, the attempt fails.
  expect([EXIT_CODES.disk, EXIT_CODES['infra-incomplete']]).toContain(result.code);
  expect(result.stderr).toMatch(/EMFILE/);
  expect(result.stderr).not.toContain('this is a bug');
  expect(await refbench(command)).toMatchObject({ code: 0 });
  const left = execFileSync('docker', ['ps', '-aq', '--filter', `label=refbench.run=${id}`]);
  expect(left.toString()).toBe('');
});
