import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { draft } from './autodetect.testkit.ts';
import { REPORTER_NODE } from './draft/recipe-of.ts';
import { detectGo } from './go/go-ecosystem.ts';
import { detectRust } from './rust/rust-ecosystem.ts';

interface Suite {
  readonly script: string;
  /** A stand-in of the language's tool: its name and what it does. */
  readonly tool: readonly [name: string, script: string];
  readonly report: string;
}

/** Runs a drafted test_command with a stand-in, and returns its status and its report. */
async function runSuite({ script, tool: [name, text], report }: Suite): Promise<{
  readonly status: number;
  readonly report: string;
}> {
  await using folder = await temporaryFolder();
  const at = (path: string): string => join(folder.path, path);
  for (const path of ['bin', 'tree', 'reports']) await mkdir(at(path));
  await writeFile(at(`bin/${name}`), `#!/bin/bash\n${text}`);
  await chmod(at(`bin/${name}`), 0o755);
  await writeFile(at('test_command'), script.replaceAll(REPORTER_NODE, process.execPath));
  const env = {
    PATH: `${at('bin')}:${process.env['PATH']}`,
    REFBENCH_REPORTS: at('reports'),
    GO111MODULE: 'off',
    GO_PROJECT: at('tree'),
  };
  const status = await new Promise<number>((resolve) => {
    const child = execFile('bash', ['--norc', at('test_command')], { cwd: at('tree'), env });
    child.on('close', (code) => resolve(code ?? -1));
  });
  return { status, report: await readFile(at(`reports/${report}`), 'utf8') };
}

const CARGO = `
case "$*" in
  metadata*) echo '{"packages":[{"name":"b","manifest_path":"/b/Cargo.toml"},{"name":"a","manifest_path":"/a/Cargo.toml"}]}' ;;
  *--workspace*) echo 'error: could not compile \`b\` (bin "b" test)'; exit 101 ;;
  *"/a/Cargo.toml"*) echo 'running 1 test' ;;
  *) echo 'error: could not compile \`b\` (bin "b" test)'; exit 101 ;;
esac
`;

test('a crate that does not compile does not hide the tests of others', async () => {
  const recipe = await draft(detectRust, { 'Cargo.toml': '', 'Cargo.lock': '' });
  const script = recipe.text('test_command');
  expect(await runSuite({ script, tool: ['cargo', CARGO], report: 'cargo.txt' })).toEqual({
    status: 101,
    report: 'running 1 test\nerror: could not compile `b` (bin "b" test)\n',
  });
  const sound = 'echo "$*"; [[ "$*" == *--workspace* ]] && exit 101';
  const whole = await runSuite({ script, tool: ['cargo', sound], report: 'cargo.txt' });
  expect(whole).toEqual({ status: 101, report: 'test --workspace --no-fail-fast\n' });
  const features = 'export REFBENCH_CARGO_FEATURES=--all-features';
  const featured = {
    script: script.replace(/^set -uo.*$/m, `$&\n${features}`),
    report: 'cargo.txt',
  };
  const all = await runSuite({ ...featured, tool: ['cargo', sound] });
  expect(all.report).toBe('test --workspace --all-features --no-fail-fast\n');
  const each = CARGO.replace("echo 'running 1 test'", 'echo "$*"');
  const single = await runSuite({ ...featured, tool: ['cargo', each] });
  expect(single.report).toContain('/a/Cargo.toml --all-features --no-fail-fast\n');
});

const GO = `
case "$1" in
  list) printf '%s\\n' 'sound a.org/p' 'broken a.org/p/cmd' 'sound a.org/p/lib' ;;
  test) printf '{"Action":"pass","Package":"%s"}\\n' "\${@: -2}" ;;
esac
`;

test('a package of a tree without modules whose imports are not there is counted, not tried', async () => {
  const files = { 'a.go': 'package p // import "a.org/p"\n', 'a_test.go': 'package p\n' };
  const recipe = await draft(detectGo, files, { on: '2018-01-05' });
  const suite = { script: recipe.text('test_command'), report: 'events.json' };
  const lines = [
    '{"Action":"start","Package":"a.org/p/cmd"}',
    '{"Action":"fail","Package":"a.org/p/cmd"}',
  ];
  const passed = ['a.org/p', 'a.org/p/lib'].map((name) => `{"Action":"pass","Package":"${name}"}`);
  expect(await runSuite({ ...suite, tool: ['go', GO] })).toEqual({
    status: 1,
    report: [...lines, ...passed, ''].join('\n'),
  });
  const sound = await runSuite({ ...suite, tool: ['go', GO.replace("'broken a.org/p/cmd'", '')] });
  expect(sound.status).toBe(0);
});
