import { execFile } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { folderOf } from '@refbench/test-helpers';
import { expect, test } from 'vitest';
import { installFiles } from './install-packages.ts';

const INDEX: Readonly<Record<string, readonly string[]>> = {
  '/uv\\.h$': ['libnode-dev', 'libuv1-dev', 'uv-cross'],
  '/libnuma\\.so$': ['libnuma-dev'],
  '/unistd\\.h$': ['avr-libc', 'libc6-dev', 'libc6-dev-arm64-cross'],
  '/bin/xmllint$': ['libxml2-utils'],
  '/Qt5Config\\.cmake$': ['qtbase5-gles-dev', 'qtbase5-dev'],
};

/** Programs that stand for a distribution with this index. The log has the packages that were installed. */
function distribution(): Readonly<Record<string, string>> {
  const cases = Object.entries(INDEX).map(
    ([path, packages]) => `'${path}') printf '%s\\n' ${packages.join(' ')};;`,
  );
  return {
    'apt-get': '#!/bin/sh\n[ "$2" = install ] && echo "$5" >>"$LOG"\nexit 0\n',
    'apt-file': `#!/bin/sh\n[ "$1" = search ] || exit 1\ncase "$4" in\n${cases.join('\n')}\n*) exit 1;; esac\n`,
  };
}

test('the package with a file is installed: named after it, for developers, with a short name', async () => {
  await using folder = await folderOf(distribution());
  for (const name of ['apt-get', 'apt-file']) await chmod(join(folder.path, name), 0o755);
  const log = join(folder.path, 'log');
  const paths = ['/uv.h', '/libnuma.so', '/unistd.h', '/bin/xmllint', '/Qt5Config.cmake', '/no.h'];
  const script = ['set -euo pipefail', ...installFiles(paths).slice(0, -1)].join('\n');
  const { stderr } = await promisify(execFile)('bash', ['-c', script], {
    env: { ...process.env, LOG: log, PATH: `${folder.path}:${process.env['PATH'] ?? ''}` },
  });
  expect((await readFile(log, 'utf8')).split('\n')).toEqual([
    'apt-file',
    'libuv1-dev',
    'libnuma-dev',
    'libc6-dev',
    'libxml2-utils',
    'qtbase5-dev',
    '',
  ]);
  expect(stderr).toContain('no package has /no\\.h$');
});

test('nothing is looked for without a path', () => {
  expect(installFiles([])).toEqual([]);
});
