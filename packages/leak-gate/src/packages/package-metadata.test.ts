import { expect, it } from 'vitest';
import { isPackageMetadata, readPackageMetadata } from './package-metadata.ts';

const POM = `<?xml version="1.0"?>
<project><!-- <artifactId>commented</artifactId> -->
  <parent><groupId>org.example</groupId><artifactId>parent</artifactId><version>3.1</version></parent>
  <artifactId>tool</artifactId>
  <dependencies><dependency><groupId>x</groupId><artifactId>y</artifactId><version>9</version></dependency></dependencies>
  <scm><url>https://example.org/owner/tool</url></scm>
</project>`;

it.each<readonly [string, string, string]>([
  ['package.json', '{"name": "@a/b", "version": "1.0.0"}', 'npm @a/b 1.0.0'],
  ['pyproject.toml', '[project]\nname = "My_Tool"\nversion = "1.2"\n', 'python my-tool 1.2'],
  ['pyproject.toml', '[tool.poetry]\nname = "tool"\nversion = "2"\n', 'python tool 2'],
  ['setup.cfg', '[metadata]\nname = tool\nversion = 1.0\n', 'python tool 1.0'],
  ['setup.cfg', '[metadata]\nname = tool\nversion = attr: tool.v\n', 'python tool undefined'],
  ['setup.py', 'setup(\n  name="tool",\n  version="4.5",\n)', 'python tool 4.5'],
  ['x.dist-info/METADATA', 'Name: My.Tool\nVersion: 1.0rc1\n', 'python my-tool 1.0rc1'],
  ['Cargo.toml', '[package]\nname = "crate"\nversion = "0.3.0"\n', 'cargo crate 0.3.0'],
  ['Cargo.toml', '[package]\nname = "crate"\nversion.workspace = true\n', 'cargo crate undefined'],
  ['go.mod', 'module example.org/a/b\n\ngo 1.22\n', 'go example.org/a/b undefined'],
  ['pkg/mod/example.org/a@v1.2.0/go.mod', 'module example.org/a\n', 'go example.org/a v1.2.0'],
  ['pom.xml', POM, 'maven org.example:tool 3.1'],
])('reads %s', (path, content, expected) => {
  expect(isPackageMetadata(path)).toBe(true);
  const found = readPackageMetadata(path, Buffer.from(content));
  expect(`${found?.ecosystem} ${found?.name} ${found?.version}`).toBe(expected);
});

it('reads when a Go module was released', () => {
  const path = 'go/pkg/mod/cache/download/github.com/!azure/sdk/@v/v1.2.0.info';
  const content = '{"Version": "v1.2.0", "Time": "2021-03-04T05:06:07Z"}';
  expect(readPackageMetadata(path, Buffer.from(content))).toMatchObject({
    name: 'github.com/Azure/sdk',
    version: 'v1.2.0',
    releasedAt: new Date('2021-03-04T05:06:07Z'),
  });
});

it('reads the home pages and repositories of a package', () => {
  const npm = '{"name": "a", "repository": {"url": "git+https://example.org/o/r.git"}}';
  expect(readPackageMetadata('package.json', Buffer.from(npm))?.homes).toEqual([
    'git+https://example.org/o/r.git',
  ]);
  const python =
    'Name: a\nHome-page: https://example.org/o/r\nProject-URL: Docs, https://x.org/d\n';
  expect(readPackageMetadata('a/PKG-INFO', Buffer.from(python))?.homes).toEqual([
    'https://example.org/o/r',
    'https://x.org/d',
  ]);
  expect(readPackageMetadata('pom.xml', Buffer.from(POM))?.homes).toEqual([
    'https://example.org/owner/tool',
  ]);
});

it('returns nothing for malformed and other files', () => {
  for (const path of ['package.json', 'pyproject.toml', 'Cargo.toml', 'pom.xml', 'go.mod']) {
    expect(readPackageMetadata(path, Buffer.from('{"name": [[\n<'))).toBeUndefined();
  }
  expect(isPackageMetadata('src/toString')).toBe(false);
  expect(readPackageMetadata('constructor', Buffer.from('x'))).toBeUndefined();
});
