import { expect, it } from 'vitest';
import { packagePlace } from './package-place.ts';

it.each<readonly [string, string, string]>([
  ['testbed/node_modules/a/lib/x.js', '/testbed/node_modules/a', 'npm a undefined'],
  [
    'testbed/node_modules/.pnpm/@s+b@1.0.0/node_modules/@s/b/x.js',
    '/testbed/node_modules/.pnpm/@s+b@1.0.0/node_modules/@s/b',
    'npm @s/b undefined',
  ],
  [
    'venv/lib/python3.11/site-packages/my_tool/x.py',
    '/venv/lib/python3.11/site-packages/my_tool',
    'python my-tool undefined',
  ],
  [
    'venv/lib/python3.11/site-packages/my_tool-1.0.dist-info/RECORD',
    '/venv/lib/python3.11/site-packages/my_tool-1.0.dist-info',
    'python my-tool 1.0',
  ],
  [
    'home/bench/.cache/uv/sdists-v11/pypi/my-tool/1.0/ZK3Tj8/src/PKG-INFO',
    '/home/bench/.cache/uv/sdists-v11/pypi/my-tool/1.0/ZK3Tj8',
    'python my-tool 1.0',
  ],
  [
    'home/bench/.cache/uv/sdists-v9/index/0a1b/my_tool/1.0/x/my_tool-1.0-py3-none-any.whl!my_tool/a.py',
    '/home/bench/.cache/uv/sdists-v9/index/0a1b/my_tool/1.0/x',
    'python my-tool 1.0',
  ],
  [
    'home/bench/go/pkg/mod/github.com/!burnt/toml@v1.2.0/x.go',
    '/home/bench/go/pkg/mod/github.com/!burnt/toml@v1.2.0',
    'go github.com/Burnt/toml v1.2.0',
  ],
  [
    'go/pkg/mod/cache/download/example.org/a/@v/v1.0.0.zip!a@v1.0.0/x.go',
    '/go/pkg/mod/cache/download/example.org/a/@v/v1.0.0.zip',
    'go example.org/a v1.0.0',
  ],
  [
    'home/bench/.cargo/registry/src/index-1/serde-json-1.0.99/src/lib.rs',
    '/home/bench/.cargo/registry/src/index-1/serde-json-1.0.99',
    'cargo serde-json 1.0.99',
  ],
  [
    'home/bench/.m2/repository/org/ex/tool/1.2-SNAPSHOT/tool-1.2-SNAPSHOT.jar!A.class',
    '/home/bench/.m2/repository/org/ex/tool/1.2-SNAPSHOT/tool-1.2-SNAPSHOT.jar',
    'maven org.ex:tool 1.2-SNAPSHOT',
  ],
  [
    'cache/my_tool-1.0-0.editable-py3-none-any.whl!__editable___my_tool_1_0_finder.py',
    '/cache/my_tool-1.0-0.editable-py3-none-any.whl',
    'undefined undefined undefined',
  ],
  [
    'cache/my_tool-1.0-py3-none-any.whl!x.py',
    '/cache/my_tool-1.0-py3-none-any.whl',
    'python my-tool 1.0',
  ],
])('places %s', (path, root, identity) => {
  const place = packagePlace(path);
  const found = place?.identity;
  expect([place?.root, `${found?.ecosystem} ${found?.name} ${found?.version}`]).toEqual([
    root,
    identity,
  ]);
});

it('identifies the archive of a member without the name of a package', () => {
  expect(packagePlace('home/bench/x.tgz!a.js')).toEqual({
    root: '/home/bench/x.tgz',
    identity: undefined,
  });
});

it('returns nothing for other paths', () => {
  for (const path of [
    'testbed/src/a.js',
    'testbed/node_modules/.package-lock.json',
    'home/bench/.cache/x.tgz',
    'usr/lib/x',
  ]) {
    expect(packagePlace(path)).toBeUndefined();
  }
});
