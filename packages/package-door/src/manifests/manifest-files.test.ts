import { assert as check, dictionary, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { addressesIn, asksForOthers, isManifest } from './manifest-files.ts';

test.each([
  ['package.json', true],
  ['web/package-lock.json', true],
  ['requirements/tests.txt', true],
  ['dev-requirements.txt', true],
  ['crates/a/Cargo.toml', true],
  ['setup.py', false],
  ['build.gradle', false],
  ['src/index.js', false],
  ['node_modules/a/package.json', false],
  ['vendor/x/go.mod', false],
])('%j is a manifest: %s', (path, expected) => {
  expect(isManifest(path)).toBe(expected);
});

test('a new script needs no package, a new dependency does', () => {
  const before = '{"scripts":{"a":"b"},"devDependencies":{"x":"1","y":"2"}}';
  expect(asksForOthers('package.json', before, '{"devDependencies":{"y":"2","x":"1"}}')).toBe(
    false,
  );
  expect(asksForOthers('package.json', before, '{"devDependencies":{"x":"1"}}')).toBe(true);
  expect(asksForOthers('package.json', before, 'no JSON')).toBe(true);
  expect(asksForOthers('go.mod', 'module a', 'module b')).toBe(true);
  expect(asksForOthers('go.mod', undefined, undefined)).toBe(false);
});

test('the order of dependencies does not matter', () => {
  check(
    property(dictionary(string(), string()), (dependencies) => {
      const turned = Object.fromEntries(Object.entries(dependencies).toReversed());
      const texts = [dependencies, turned].map((one) => JSON.stringify({ dependencies: one }));
      expect(asksForOthers('package.json', texts[0], texts[1])).toBe(false);
    }),
  );
});

test('addresses outside of registries are found', () => {
  const manifest = JSON.stringify({
    repository: 'git+https://example.org/own.git',
    dependencies: {
      a: 'github:owner/a',
      b: 'git+https://example.org/b.git#main',
      c: 'https://example.org/c-1.0.0.tgz',
      d: '^1.0.0',
    },
  });
  expect(addressesIn('package.json', manifest)).toEqual([
    'github:owner/a',
    'git+https://example.org/b.git#main',
    'https://example.org/c-1.0.0.tgz',
  ]);
  expect(addressesIn('Cargo.toml', 'a = { git = "https://example.org/a" }')).toEqual([
    'git = "https://example.org/a"',
  ]);
  expect(addressesIn('requirements.txt', 'a @ git+ssh://example.org/a\nb==1')).toEqual([
    'git+ssh://example.org/a',
  ]);
  expect(addressesIn('package-lock.json', 'https://example.org/c-1.0.0.tgz')).toEqual([]);
});
