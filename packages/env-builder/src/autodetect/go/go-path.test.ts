import { expect, test } from 'vitest';
import { draft, reasons, viewOf, type Files } from '../autodetect.testkit.ts';
import { detectGo } from './go-ecosystem.ts';
import { goPathProject } from './go-path.ts';

function goFile(name: string, ...imports: readonly string[]): string {
  return `// A licence.\npackage ${name}\n\nimport (\n\t"fmt"\n${imports.map((each) => `\t_ "${each}"\n`).join('')})\n\nvar s = "example.com/in/a/string"\n`;
}

test.each([
  ['https://github.com/o/tool.git', goFile('tool'), 'github.com/o/tool'],
  ['ssh://git@git.example.org/o/tool', goFile('tool'), 'git.example.org/o/tool'],
  ['https://github.com/o/tool', goFile('main', 'github.com/o/tool'), 'github.com/o/tool'],
  ['https://github.com/fork/tool', goFile('tool', 'github.com/o/tool/a'), 'github.com/o/tool'],
  ['file:///srv/tool', goFile('tool'), 'example.org/project'],
])('of a repository at %s with the file %j, the path is %s', async (url, text, path) => {
  const view = viewOf({ 'a.go': text, 'a/a.go': goFile('a') });
  expect((await goPathProject(view, view, url)).path).toBe(path);
});

test.each<readonly [string, string, Files]>([
  [
    'imports of its own folders',
    'github.com/o/app',
    {
      'main.go': goFile('main', 'github.com/o/app/cmd', 'github.com/x/y'),
      'cmd/root.go': goFile('cmd', 'github.com/o/app/pkg/a', 'github.com/z/cmd'),
      'pkg/a/a.go': goFile('a'),
    },
  ],
  [
    'a test in a package of its own',
    'gopkg.in/tool.v2',
    {
      'tool.go': goFile('tool', 'github.com/x/y'),
      'tool_test.go': goFile('tool_test', 'github.com/x/y', 'gopkg.in/tool.v2'),
    },
  ],
  [
    'the comment beside its name',
    'go.example.org/tool',
    { 'doc.go': 'package tool // import "go.example.org/tool"\n' },
  ],
  [
    'what godep noted',
    'github.com/o/godep',
    { 'a.go': goFile('a'), 'Godeps/Godeps.json': '{ "ImportPath": "github.com/o/godep" }' },
  ],
  ['nothing', 'example.org/project', { 'a.go': goFile('a', 'github.com/x/y') }],
])('the path of a project is known from %s', async (_, path, files) => {
  expect((await goPathProject(viewOf(files), viewOf(files))).path).toBe(path);
});

test('the imports of both commits, without its own and those that it carries', async () => {
  const base = {
    'a.go': goFile('a', 'github.com/o/a/b', 'github.com/x/base', 'github.com/x/carried/c'),
    'b/b.go': goFile('b'),
    'testdata/c.go': goFile('c', 'github.com/x/data'),
    'vendor/github.com/x/carried/c/c.go': goFile('c', 'github.com/x/deeper'),
  };
  const golden = { ...base, 'a.go': goFile('a', 'github.com/o/a/b', 'golang.org/x/golden') };
  expect(await goPathProject(viewOf(base), viewOf(golden))).toEqual({
    path: 'github.com/o/a',
    imports: ['github.com/x/base', 'golang.org/x/golden'],
  });
});

test('a project from before modules is tested in GOPATH, and one that golden converts as a module', async () => {
  const base = { 'a.go': goFile('a', 'github.com/x/y'), 'a_test.go': '', 'Gopkg.lock': '' };
  const golden = { ...base, 'go.mod': 'module github.com/o/a\n' };
  const recipe = await draft(detectGo, base, { golden, on: '2018-09-01' });
  expect(reasons(recipe).slice(0, 2)).toEqual([
    'go-1.13: the commit is from 2018-09-01, and no older Go can be had',
    'GOPATH/src/example.org/project: there is no go.mod',
  ]);
  expect(recipe.manifests).toEqual(['Gopkg.lock', 'go.mod']);
  expect(recipe.programs).toEqual({ 'go-path.mjs': 3 });
  const shell = recipe.text('setup_shell.sh');
  expect(shell).toContain(
    "--before 2018-09-01 --project 'example.org/project' \\\n      'github.com/x/y'",
  );
  expect(shell.indexOf('GO111MODULE=off')).toBeLessThan(shell.indexOf('go mod download'));
  const command = recipe.text('test_command');
  expect(command).toContain('cd "$GO_PROJECT" && go test -json -vet=off');
  expect(command).toContain('(cd "$module" && go test -json -p 2');
});
