import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';

const FILES = 50;
const COMMITS = 6;

/**
 * Creates a bare repository in which every commit looks like a refactoring and names a ticket of
 * three projects. Returns its commits, newest first.
 */
export async function makeRepository(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  git(folder, ['init', '--quiet', '--bare', '--initial-branch=main']);
  const stream = Array.from({ length: COMMITS + 1 }, (_, at) => commitAt(at)).join('');
  git(folder, ['fast-import', '--quiet'], stream);
  return git(folder, ['rev-list', 'main']).trim().split('\n');
}

/** Creates a clone with a working tree. */
export function cloneRepository(from: string, to: string): void {
  git('.', ['clone', '--quiet', from, to]);
}

function commitAt(at: number): string {
  const message = `KEY-${at}, SPR-${at}: Refactor and rename the names of step ${at}`;
  const sources = Array.from({ length: FILES }, (_, file) => {
    const calls = Array.from({ length: 5 + at }, (_line, line) => `call${at}(${line}, ${file});\n`);
    return fileChange(`src/part${file % 5}/file${file}.ts`, calls.join(''));
  });
  const added = fileChange(`java/Class${at}.java`, `class Class${at} { int value${at}; }\n`);
  const projectFiles =
    at === 0 ? fileChange('LICENSE', MIT) + fileChange('package.json', '{}\n') : '';
  return [
    'commit refs/heads/main\n',
    `committer A <a@example.com> ${1_704_067_200 + at * 86_400} +0000\n`,
    `data ${message.length}\n${message}\n`,
    ...sources,
    added,
    projectFiles,
  ].join('');
}

function fileChange(path: string, text: string): string {
  return `M 100644 inline ${path}\ndata ${text.length}\n${text}`;
}

function git(cwd: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, input, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

const MIT = `MIT License

Copyright (c) 2024 A

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;
