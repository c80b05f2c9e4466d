import { isTestPath } from '@refbench/code-facts';
import {
  bytePath,
  displayPath,
  type BytePath,
  type Repository,
  type StoredFile,
  type Tree,
  type WorkingFile,
} from '@refbench/repos';
import { CodeReader, type TestModule } from '@refbench/rule-engine';
import type { TestForm, TestTrees } from './test-forms.ts';

/** One version of a source file, with the text of its modules of tests by name. */
interface SourceVersion {
  readonly text: string;
  readonly modules: readonly TestModule[];
}

/** The versions of one source file whose patched version has other modules of tests than base. */
interface InlineTests {
  readonly path: string;
  readonly base: SourceVersion;
  readonly golden: SourceVersion | undefined;
  readonly patched: SourceVersion;
}

/**
 * Finds source files with modules of tests, such as `mod tests` of Rust, that are neither as on base nor as on
 * golden.
 */
export async function touchedInlineTests(
  repository: Repository,
  { base, golden, patched }: TestTrees,
): Promise<readonly InlineTests[]> {
  const touched: InlineTests[] = [];
  await using reader = new CodeReader();
  const read = async (tree: Tree, path: BytePath): Promise<SourceVersion | undefined> => {
    const entry = tree.get(path);
    if (entry === undefined || !entry.mode.startsWith('100')) return undefined;
    const bytes = await repository.readBlob(entry.oid);
    const modules = await reader.testModules({ path: displayPath(path), bytes });
    return { text: bytes.toString('utf8'), modules };
  };
  for (const [path, { oid }] of patched) {
    const name = displayPath(path);
    if (!name.endsWith('.rs') || isTestPath(name) || base.get(path)?.oid === oid) continue;
    const before = await read(base, path);
    if (before === undefined || before.modules.length === 0) continue;
    const after = await read(patched, path);
    if (after === undefined) continue;
    const own = await read(golden, path);
    const isTouched = before.modules.some(({ name: module }) => {
      const here = moduleText(after, module);
      return here !== moduleText(before, module) && here !== moduleText(own, module);
    });
    if (isTouched) touched.push({ path: name, base: before, golden: own, patched: after });
  }
  return touched;
}

/**
 * Puts the original modules of tests back into source files. A module that golden left unchanged is that of
 * base; the others have the given form. A module that the patch removed is not put back.
 */
export async function withInlineTests(
  repository: Repository,
  tree: Tree,
  touched: readonly InlineTests[],
  form: TestForm,
): Promise<Tree> {
  if (touched.length === 0) return tree;
  const texts = new Map(
    touched.map((file) => [bytePath(file.path), originalText(file, form)] as const),
  );
  async function* files(): AsyncGenerator<WorkingFile | StoredFile> {
    for (const [path, { mode, oid }] of tree) {
      const text = texts.get(path);
      if (text === undefined) yield { path, mode, oid };
      else yield { path, mode: '100644', bytes: Buffer.from(text) };
    }
  }
  return await repository.readTree(await repository.writeTree(files()));
}

/** The patched text with original modules of tests. */
function originalText({ base, golden, patched }: InlineTests, form: TestForm): string {
  const ordered = patched.modules.toSorted((left, right) => right.start - left.start);
  let { text } = patched;
  for (const { name, start, end } of ordered) {
    const before = moduleText(base, name);
    const after = moduleText(golden, name);
    const original =
      before === after ? before : { golden: after ?? before, base: before, patch: undefined }[form];
    if (original !== undefined) text = text.slice(0, start) + original + text.slice(end);
  }
  return text;
}

function moduleText(version: SourceVersion | undefined, name: string): string | undefined {
  const found = version?.modules.find((module) => module.name === name);
  return found === undefined ? undefined : version?.text.slice(found.start, found.end);
}
