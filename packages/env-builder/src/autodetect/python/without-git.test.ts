import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { folderOf } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { WITHOUT_GIT } from './without-git.ts';

async function run(
  files: Readonly<Record<string, string>>,
  call: string,
): Promise<{ readonly status: number; readonly lines: readonly string[] }> {
  await using folder = await folderOf(files);
  const script = `refbench_pip() { echo "pip $*"; cat "$VIRTUAL_ENV/registry.txt" 2>/dev/null || true; }\n${WITHOUT_GIT}\n${call}`;
  const options = { cwd: folder.path, env: { ...process.env, VIRTUAL_ENV: folder.path } };
  return await promisify(execFile)('bash', ['-c', script], options).then(
    ({ stdout }) => ({ status: 0, lines: stdout.trim().split('\n') }),
    ({ code }: { readonly code: number }) => ({ status: code, lines: [] }),
  );
}

test('packages of git hosts are taken from the registry under their own names', async () => {
  const files = {
    'requirements.txt': '-e .[full]\nanyio@git+https://git.example/x/anyio.git\nsix==1.0\n',
    'requirements/dev.txt': '-e git+https://git.example/x/y.git@main#egg=my-tool\n',
    'pyproject.toml': 'dependencies = ["httpx[http2] @ git+ssh://git@git.example/x/httpx"]\n',
  };
  const { lines } = await run(files, 'refbench_without_git -r requirements.txt');
  expect(lines).toEqual(['pip -r requirements.txt', 'anyio', 'httpx[http2]', 'my-tool']);
});

test('without such packages, nothing is tried again', async () => {
  expect(await run({ 'requirements.txt': 'six\n' }, 'refbench_without_git x')).toMatchObject({
    status: 1,
  });
});

test.each([
  ['git+https://git.example/org/some-tool.git@v1', 'some-tool'],
  ['--editable=git+https://git.example/org/other#subdirectory=x', 'other'],
])('%s', async (line, name) => {
  expect((await run({}, `refbench_named_after '${line}'`)).lines).toEqual([`pip ${name}`]);
});
