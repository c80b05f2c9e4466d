import { expect, test } from 'vitest';
import { detect, draft, reasons } from '../autodetect.testkit.ts';
import { detectGo } from './go-ecosystem.ts';

test('uses the newest Go that any module of either commit requires, and every manifest', async () => {
  const recipe = await draft(
    detectGo,
    {
      'go.mod': 'module m\n\ngo 1.20\n',
      'go.sum': '',
      'sub/go.mod': 'module s\ngo 1.21\n',
      'testdata/go.mod': '',
      'm_test.go': '',
    },
    {
      golden: {
        'm_test.go': '',
        'go.mod': 'module m\n\ngo 1.21.3\ntoolchain go1.22.1\n',
        'go.work': 'go 1.21\n',
      },
    },
  );
  expect(reasons(recipe).slice(0, 2)).toEqual([
    'go-1.22: a go.mod names the toolchain 1.22.1',
    'go modules: go.mod is in ., sub',
  ]);
  expect(recipe.manifests).toEqual(['go.mod', 'go.sum', 'go.work', 'sub/go.mod']);
  expect(recipe.text('test_command')).toContain('go test -json');
});

test('a Go version newer than all images uses the newest one with a note', async () => {
  const recipe = await draft(detectGo, { 'go.mod': 'module m\ngo 1.99\n', 'm_test.go': '' });
  expect(reasons(recipe)[0]).toBe(
    'go-1.24: the newest Go version that a go.mod requires is 1.99; none is newer',
  );
});

test('a project without Go is not a Go project', async () => {
  expect(await detect(detectGo, { 'a.py': '' })).toBeUndefined();
});

test('a project without tests has no environment', async () => {
  const files = { 'go.mod': 'module m\n', 'm.go': '' };
  expect(await detect(detectGo, files)).toMatchObject({ kind: 'unsupported' });
});

test('what a Makefile calls unit tests, of either commit; nothing else narrows the suite', async () => {
  const makefile = 'DIR := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))\nGO ?= go\n';
  const files = {
    'go.mod': 'module m\n',
    'm_test.go': '',
    Makefile: `${makefile}test-unit:\n\t$(GO) test -v $(DIR)/pkg/...\n`,
  };
  const recipe = await draft(detectGo, files, {
    golden: { ...files, Makefile: 'unit:\n\tcd . && go test -race ./internal/sub/...\n' },
  });
  expect(reasons(recipe)[2]).toBe("go test ./internal/sub/... ./pkg/...: the Makefile's test-unit");
  expect(recipe.text('test_command')).toContain("patterns='./internal/sub/... ./pkg/...'");
  for (const rule of ['unit:\n\tgo test ./...\n', 'test:\n\tgo test ./a/...\n', 'unit: lint\n']) {
    const all = await draft(detectGo, {
      'go.mod': 'module m\n',
      'm_test.go': '',
      Makefile: rule,
    });
    expect(all.text('test_command')).toContain("patterns='./...'");
  }
});

test.each([
  ['2019-05-01', '', 'go-1.13: the commit is from 2019-05-01, and no older Go can be had'],
  ['2018-01-01', 'go 1.11', 'go-1.13: the commit is from 2018-01-01, and no older Go can be had'],
  ['2024-03-01', 'go 1.20', 'go-1.22: the commit is from 2024-03-01, when Go 1.22 was current'],
  ['2022-03-20', 'go 1.21', 'go-1.21: the newest Go version that a go.mod requires is 1.21'],
])('a commit of %s with "%s" is built by the Go of its time', async (on, line, reason) => {
  const recipe = await draft(
    detectGo,
    { 'go.mod': `module m\n${line}\n`, 'm_test.go': '' },
    { on },
  );
  expect(reasons(recipe)[0]).toBe(reason);
});
