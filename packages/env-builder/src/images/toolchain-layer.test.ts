import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { expect, it } from 'vitest';
import { temporaryFolder } from '@refbench/test-helpers';
import { toolchainLayer } from './toolchain-layer.ts';

async function tarball(path: string, files: Readonly<Record<string, number>>): Promise<void> {
  const tar = pack();
  for (const [name, mode] of Object.entries(files)) {
    tar.entry({ name, mode, uid: 1234, mtime: new Date() }, `content of ${name}`);
  }
  tar.finalize();
  await writeFile(path, gzipSync(await buffer(tar)));
}

function archive(place: Readonly<Record<string, string>>): {
  readonly package: string;
  readonly version: string;
  readonly integrity: string;
  readonly place: Readonly<Record<string, string>>;
} {
  return { package: 'tool', version: '1.0.0', integrity: '', place };
}

const definition = {
  links: { 'usr/bin/tool': '../lib/tool/run' },
  files: { 'etc/toolrc': 'quiet\n' },
};

it('places files with root as owner and a fixed time, then links and files', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'tool.tgz');
  await tarball(path, {
    'package/bin/run': 0o755,
    'package/lib/a.js': 0o600,
    'package/lib/../../../etc/shadow': 0o644,
    'package/lib/cli.js': 0o644,
    'package/README.md': 0o644,
  });
  const place = { 'bin/run': 'usr/lib/tool/run', lib: 'usr/lib/tool' };
  const tool = { ...archive(place), executables: ['lib/cli.js'] };
  const reader = toolchainLayer(definition, [{ archive: tool, path }]).pipe(extract());
  const found: unknown[] = [];
  for await (const entry of reader) {
    const { name, mode, uid, mtime, type, linkname } = entry.header;
    expect([uid, mtime?.getTime()]).toEqual([0, 0]);
    found.push([name, type, mode, type === 'symlink' ? linkname : await text(entry)]);
    entry.resume();
  }
  expect(found).toEqual([
    ['usr/lib/tool/run', 'file', 0o755, 'content of package/bin/run'],
    ['usr/lib/tool/a.js', 'file', 0o644, 'content of package/lib/a.js'],
    ['usr/lib/tool/cli.js', 'file', 0o755, 'content of package/lib/cli.js'],
    ['usr/bin/tool', 'symlink', 0o777, '../lib/tool/run'],
    ['etc/toolrc', 'file', 0o644, 'quiet\n'],
  ]);
});

it('fails the stream if an archive is incomplete or damaged', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'tool.tgz');
  await tarball(path, { 'package/bin/run': 0o755 });
  const lacking = toolchainLayer(definition, [{ archive: archive({ 'bin/node': 'x' }), path }]);
  await expect(buffer(lacking)).rejects.toThrow('tool@1.0.0 does not contain bin/node');
  await writeFile(path, 'not gzip');
  const damaged = toolchainLayer(definition, [{ archive: archive({ '.': 'x' }), path }]);
  await expect(buffer(damaged)).rejects.toThrow(/header/);
});
