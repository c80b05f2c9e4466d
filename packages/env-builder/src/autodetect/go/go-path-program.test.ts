import { execFile } from 'node:child_process';
import { mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RECIPES_FOLDER } from '@refbench/docker';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const PROGRAM = join(RECIPES_FOLDER, '3/go-path.mjs');

/** What a proxy of modules answers, by path. */
const UPSTREAM: Readonly<Record<string, string>> = {
  '/a.org/tool/@v/list': 'v1.0.0\nv1.2.0\nv1.1.0\nv0.0.0-20170114055629-f2499483f923\n',
  '/a.org/tool/@v/v1.0.0.info': '{"Version":"v1.0.0","Time":"2016-01-01T00:00:00Z"}',
  '/a.org/tool/@v/v1.1.0.info': '{"Version":"v1.1.0","Time":"2018-01-05T23:00:00Z"}',
  '/a.org/tool/@v/v1.2.0.info': '{"Version":"v1.2.0","Time":"2018-01-06T01:00:00Z"}',
  '/a.org/young/@v/list': 'v0.2.0\nv0.1.0\n',
  '/a.org/young/@v/v0.1.0.info': '{"Version":"v0.1.0","Time":"2019-01-01T00:00:00Z"}',
  '/a.org/young/@v/v0.2.0.info': '{"Version":"v0.2.0","Time":"2020-01-01T00:00:00Z"}',
  '/a.org/bare/@latest': '{"Version":"v0.0.1"}',
  '/a.org/!locked/@v/v3.1.0+incompatible.info': '{"Version":"v3.1.0+incompatible"}',
  '/a.org/commit/@v/0123abc.info': '{"Version":"v0.0.0-20170101000000-0123abc"}',
};

/** A Go that asks its proxy, writes the answers beside itself, and lists two modules, one in the other. */
const GO = `#!/usr/bin/env node
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const [verb] = process.argv.slice(2);
if (verb === 'version') console.log('go version go1.13.15 linux/amd64');
else (async () => {
  const answers = {};
  for (const path of ['tool/@v/list', 'tool/@latest', 'young/@v/list', 'bare/@latest', 'none/@v/list']) {
    const response = await fetch(process.env.GOPROXY + '/a.org/' + path);
    answers[path] = response.ok ? await response.text() : response.status;
  }
  const files = ['go.mod', 'imports.go'].map((name) => readFileSync(name, 'utf8'));
  writeFileSync(join(__dirname, 'seen.json'), JSON.stringify({ answers, files, mode: process.env.GO111MODULE }));
  for (const name of ['tool', 'tool/part']) console.log(['a.org/' + name, 'v1', join(__dirname, name)].join('\\t'));
  console.log('a.org/unread\\tv1\\t');
})();
`;

const LOCK = `[[projects]]
  name = "a.org/Locked"
  revision = "fff"
  version = "v3.1.0"

[[projects]]
  branch = "master"
  name = "a.org/commit"
  revision = "0123abc"

[[projects]]
  name = "a.org/gone"
  revision = "aaa"
`;

test('Go sees the versions of the time and what was locked; GOPATH links to what it chose', async () => {
  await using folder = await temporaryFolder();
  const at = (...names: readonly string[]): string => join(folder.path, ...names);
  for (const name of ['tree', 'tool/inner', 'tool/part'])
    await mkdir(at(name), { recursive: true });
  await writeFile(at('go'), GO, { mode: 0o755 });
  await writeFile(at('tree/Gopkg.lock'), LOCK);
  const upstream = createServer((request, response) => {
    const text = UPSTREAM[request.url ?? ''];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => upstream.once('listening', resolve));
  const { port } = upstream.address() as AddressInfo;
  const options = ['--before', '2018-01-05', '--project', 'a.org/project'];
  const { stderr } = await run(process.execPath, [PROGRAM, ...options, 'a.org/tool', 'a.org/x/y'], {
    cwd: at('tree'),
    env: {
      HOME: at('home'),
      PATH: `${folder.path}:${process.env['PATH'] ?? ''}`,
      GOPROXY: `http://127.0.0.1:${port},direct`,
    },
  });
  upstream.close();
  const seen: unknown = JSON.parse(await readFile(at('seen.json'), 'utf8'));
  expect(seen).toEqual({
    mode: 'on',
    answers: {
      'tool/@v/list': 'v1.0.0\nv0.0.0-20170114055629-f2499483f923\nv1.1.0\n',
      'tool/@latest': '{"Version":"v1.1.0","Time":"2018-01-05T23:00:00.000Z"}',
      // Nothing is that old, so the first version is the nearest one.
      'young/@v/list': 'v0.1.0\n',
      'bare/@latest': UPSTREAM['/a.org/bare/@latest'],
      'none/@v/list': 404,
    },
    files: [
      'module a.org/project\n\nrequire (\n\ta.org/Locked v3.1.0+incompatible\n\ta.org/commit v0.0.0-20170101000000-0123abc\n)\n',
      'package imports\n\nimport (\n\t_ "a.org/tool"\n\t_ "a.org/x/y"\n)\n',
    ],
  });
  expect(stderr).toBe('go-path: a.org/tool v1\ngo-path: a.org/tool/part v1\n');
  const place = (name: string): string => at('home/go/src/a.org', name);
  expect(await readlink(place('tool/inner'))).toBe(at('tool/inner'));
  expect(await readlink(place('tool/part'))).toBe(at('tool/part'));
});
