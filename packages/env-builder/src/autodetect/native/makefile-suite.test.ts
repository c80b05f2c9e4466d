import { expect, test } from 'vitest';
import { detect, draft, reasons } from '../autodetect.testkit.ts';
import { detectMakefile, detectTestMakefile, detectTestTargets } from './makefile-suite.ts';

test('a Makefile with a target for tests', async () => {
  const makefile = `LDLIBS := -lm -lz
CHECK = yes
.PHONY: test
all test: main
\t./main
`;
  const recipe = await draft(detectMakefile, { Makefile: makefile }, { on: '2022-01-01' });
  expect(reasons(recipe)).toEqual([
    'gcc-12: the commit is from 2022-01-01',
    'make test: Makefile has this target',
  ]);
  expect(recipe.text('install_system.sh')).toMatch(/ zlib1g-dev; then$/m);
  expect(recipe.text('test_command')).toContain('make --keep-going test 2>&1');
  expect(recipe.suite?.format).toBe('test-lines');
});

test('a Makefile without one', async () => {
  const without = { Makefile: 'test := 1\ntest-data:\n\ttrue\n' };
  expect(await detect(detectMakefile, without)).toMatchObject({ kind: 'unsupported' });
  expect(await detect(detectMakefile, { 'a.c': '' })).toBeUndefined();
});

test('configure makes the Makefile', async () => {
  const files = { 'configure.ac': '', 'Makefile.in': 'check:\n\t./run\n', Makefile: 'all:\n' };
  const recipe = await draft(detectMakefile, files, { on: '2022-01-01' });
  expect(reasons(recipe)).toEqual([
    'gcc-12: the commit is from 2022-01-01',
    './configure: configure.ac exists',
    'make check: Makefile.in has this target',
  ]);
  expect(recipe.text('test_command')).toMatch(
    /\n\s*sh \.\/configure\n\s*make --keep-going check 2>&1/,
  );
});

test('a Makefile in a folder of tests', async () => {
  const files = { 'lib.h': '', 'tests/Makefile': 'all: main\n\t./main\n', Makefile: 'lib:\n' };
  const recipe = await draft(detectTestMakefile, files, { on: '2022-01-01' });
  expect(reasons(recipe)[1]).toBe('make -C tests: tests/Makefile exists');
  expect(recipe.text('test_command')).toMatch(
    /\n\s*make --keep-going\n\s*make --keep-going -C tests 2>&1 \|/,
  );
  expect(await detect(detectTestMakefile, { 'a.c': '' })).toBeUndefined();
});

test('targets about tests under other names', async () => {
  const draftOf = async (makefile: string): Promise<readonly string[]> =>
    reasons(await draft(detectTestTargets, { Makefile: makefile }, { on: '2022-01-01' }))
      .slice(1)
      .map((reason) => reason.split(':')[0] ?? '');
  const programs = 'all: lib\nstr-test: a.c\n\tcc a.c\ntest_b: b.c\ntest_b.o: b.c\nclean-tests:\n';
  expect(await draftOf(programs)).toEqual(['make str-test', 'make test_b']);
  expect(await draftOf(`${programs}run-tests: str-test\n`)).toEqual(['make run-tests']);
  expect(await detect(detectTestTargets, { Makefile: 'all: latest\nlatest:\n' })).toBeUndefined();
});
