import { expect, test } from 'vitest';
import { draftInput } from '../autodetect.testkit.ts';
import { detectMaven } from '../java/maven.ts';
import { detectCmake } from '../native/cmake.ts';
import { detectNested } from './nested-project.ts';

const POM = '<project><build/></project>';

test('the project with most of the sources is entered', async () => {
  const input = draftInput({
    'README.md': '',
    'core/pom.xml': POM,
    'core/A.java': '',
    'core/part/pom.xml': POM,
    'core/part/B.java': '',
    'examples/pom.xml': POM,
    'examples/C.java': '',
  });
  const draft = await detectNested([detectMaven], 'java', input);
  expect(draft?.reasons[0]?.choice).toBe('core');
  expect(draft?.manifests).toEqual(['core/part/pom.xml', 'core/pom.xml']);
  expect(draft?.files.get('setup_shell.sh')?.text).toMatch(
    /^if pushd 'core' [^]*popd >\/dev\/null\nfi\n$/,
  );
  expect(draft?.files.get('test_command')?.text).toContain(
    "cd 'core' || exit\nrun_suite </dev/null\n",
  );
});

test('a part of the sources alone is no project', async () => {
  const input = draftInput({ 'a/pom.xml': POM, 'a/A.java': '', 'b/B.java': '', 'c/C.java': '' });
  expect(await detectNested([detectMaven], 'java', input)).toBeUndefined();
  expect(await detectNested([detectMaven], 'go', input)).toBeUndefined();
});

test('a folder of tests is a project in C and C++', async () => {
  const input = draftInput({ 'a.h': '', 'test/CMakeLists.txt': 'add_test(NAME a COMMAND a)' });
  const draft = await detectNested([detectCmake], 'cpp', input);
  expect(draft?.reasons[0]).toEqual({
    choice: 'test',
    because: 'it is a project of tests, and the root defines none',
  });
});
