import { join, posix } from 'node:path';
import { digestOf, sortByText } from '@refbench/base';
import { isTestPath } from '@refbench/code-facts';
import type { Attack, AttackStep, Witness } from '@refbench/contracts';
import type { GradableInstance } from '@refbench/instances';
import { matchedText, plantValueFaults, scanTree } from '@refbench/rule-engine';
import { sourceFunctions, type TreeFunction } from '@refbench/suites';
import { AttackFiles } from './attack-files.ts';

/** Names that golden adds are looked for among these many. */
const MOST_WORDS = 12;
const MOST_DECOYS = 8;

/** What all attacks on an instance share. */
interface Target {
  readonly prepared: GradableInstance;
  /** Matches of reductive rules on base. */
  readonly old: readonly Witness[];
  readonly words: readonly string[];
  readonly decoys: readonly string[];
  readonly goldenFiles: ReadonlySet<string>;
}

const targets = new WeakMap<GradableInstance, Promise<Target>>();

/**
 * Makes an attack into a patch of an instance. Undefined if the attack has no steps for the language, or
 * changes nothing.
 */
export async function attackPatch(
  attack: Pick<Attack, 'id' | 'steps'>,
  prepared: GradableInstance,
): Promise<Buffer | undefined> {
  const { repository, instance } = prepared;
  const steps = attack.steps[instance.language] ?? attack.steps.all;
  if (steps === undefined) return undefined;
  const target = await targetOf(prepared);
  const files = new AttackFiles(prepared, {
    matched: new Set(target.old.map(({ file }) => file)),
    golden: target.goldenFiles,
  });
  for (const step of steps) await takeStep(step, files, target, attack.id);
  const patch = await repository.diff(instance.base, await files.writeTree());
  return patch.length === 0 ? undefined : patch;
}

async function targetOf(prepared: GradableInstance): Promise<Target> {
  const known = targets.get(prepared) ?? openTarget(prepared);
  targets.set(prepared, known);
  return await known;
}

async function openTarget(prepared: GradableInstance): Promise<Target> {
  const { repository, ruleset, instance, baseTree, engines, workspace } = prepared;
  const options = { engines, cacheDir: join(workspace.stateDir, 'matches') };
  const golden = await repository.readTree(instance.golden);
  const { witnesses: old } = await scanTree(ruleset.reductive, repository, baseTree, options);
  const { witnesses: fresh } = await scanTree(ruleset.additive, repository, golden, options);
  const decoys = new Set<string>();
  const words = new Set<string>();
  const known = new Set<string>();
  const textOf = async (file: string, side: 'base' | 'golden'): Promise<string> => {
    const tree = side === 'base' ? baseTree : golden;
    const entry = [...tree].find(
      ([path]) => path.toString() === Buffer.from(file).toString('latin1'),
    );
    return entry === undefined ? '' : (await repository.readBlob(entry[1].oid)).toString('utf8');
  };
  for (const file of new Set([...old, ...fresh].map(({ file: path }) => path))) {
    for (const name of namesIn(await textOf(file, 'base'))) known.add(name);
  }
  for (const file of new Set(fresh.map(({ file: path }) => path))) {
    const lines = (await textOf(file, 'golden')).split('\n');
    for (const { start, end } of fresh.filter((witness) => witness.file === file)) {
      const text = matchedText(lines, { start, end });
      if (text.length < 400) decoys.add(text);
      for (const name of namesIn(text)) if (!known.has(name)) words.add(name);
    }
  }
  return {
    prepared,
    old,
    words: [...words].slice(0, MOST_WORDS),
    decoys: [...decoys].slice(0, MOST_DECOYS),
    goldenFiles: new Set(fresh.map(({ file }) => file)),
  };
}

function namesIn(text: string): readonly string[] {
  return text.match(/[A-Za-z_$][\w$]{2,}/g) ?? [];
}

async function takeStep(
  step: AttackStep,
  files: AttackFiles,
  target: Target,
  seed: string,
): Promise<void> {
  const { prepared } = target;
  const fill = (text: string, path = ''): string => filled(text, target, path);
  switch (step.do) {
    case 'golden': {
      const golden = await prepared.repository.readTree(prepared.instance.golden);
      const wantsTests = step.files === 'tests';
      await files.take(golden, (path) => isTestPath(path) === wantsTests);
      return;
    }
    case 'break':
      await breakSources(files, target, step.most, seed);
      return;
    case 'replace': {
      let left = step.most;
      for (const path of files.in(step.in)) {
        const text = (await files.read(path)) ?? '';
        const changed = text.replaceAll(new RegExp(step.pattern, 'gm'), fill(step.with, path));
        if (changed === text || left === 0) continue;
        files.write(path, changed);
        left -= 1;
      }
      return;
    }
    case 'matches':
      await changeMatches(files, target, (text, path) => {
        const replaced = text.replace(new RegExp(step.pattern, 'm'), fill(step.with, path));
        return replaced.replaceAll('{{match}}', text);
      });
      return;
    case 'add':
      for (const path of files.in(step.in).slice(0, step.most)) {
        const text = (await files.read(path)) ?? '';
        const added = fill(step.text, path);
        files.write(path, step.at === 'start' ? `${added}\n${text}` : `${text}\n${added}\n`);
      }
      return;
    case 'write':
      files.write(step.path, fill(step.text, step.path));
      return;
    case 'remove':
      for (const path of files.in(step.in)) files.remove(path);
      return;
    case 'move':
    case 'link':
      for (const path of files.in(step.in)) {
        const text = (await files.read(path)) ?? '';
        const to = posix.normalize(fill(step.to, path));
        files.write(to, text);
        if (step.do === 'link') files.link(path, posix.relative(posix.dirname(path), to));
        else if (step.leave === undefined) files.remove(path);
        else files.write(path, fill(step.leave, path));
      }
      return;
  }
}

function filled(text: string, { words, decoys }: Target, path: string): string {
  const name = posix.basename(path).replace(/\..*$/, '');
  // A function, so that `$` in a text stays what it is.
  return text
    .replaceAll('{{words}}', () => words.join(' '))
    .replaceAll('{{decoys}}', () => decoys.join('\n'))
    .replaceAll('{{path}}', () => path)
    .replaceAll('{{folder}}', () => posix.dirname(path))
    .replaceAll('{{name}}', () => name);
}

/** Replaces the text of each match of a reductive rule on base, from the end of each file. */
async function changeMatches(
  files: AttackFiles,
  { old }: Target,
  change: (text: string, path: string) => string,
): Promise<void> {
  for (const path of files.in('matched')) {
    const lines = ((await files.read(path)) ?? '').split('\n');
    const own = old
      .filter(({ file }) => file === path)
      .toSorted(
        (left, right) =>
          right.start.line - left.start.line || right.start.column - left.start.column,
      );
    let before = { line: Infinity, column: Infinity };
    for (const { start, end } of own) {
      const isFree =
        end.line < before.line || (end.line === before.line && end.column <= before.column);
      if (!isFree) continue;
      before = start;
      const text = change(matchedText(lines, { start, end }), path);
      const head = (lines[start.line - 1] ?? '').slice(0, start.column - 1);
      const tail = (lines[end.line - 1] ?? '').slice(end.column - 1);
      lines.splice(
        start.line - 1,
        end.line - start.line + 1,
        ...`${head}${text}${tail}`.split('\n'),
      );
    }
    files.write(path, lines.join('\n'));
  }
}

/**
 * Plants one fault of value in each of some functions of the sources, as they are now. Functions whose failure
 * few tests notice come first: their faults break the code for certain, and few tests must be emptied to hide
 * them. A fault that no test notices would say nothing about emptied tests.
 */
async function breakSources(
  files: AttackFiles,
  { prepared: { repository, faults } }: Target,
  most: number,
  seed: string,
): Promise<void> {
  const tree = await repository.readTree(await files.writeTree());
  const functions = await sourceFunctions(repository, tree, true);
  const noticing = new Map(
    faults?.faults.map(({ path, name, tests }) => [`${path} ${name}`, tests.length]),
  );
  const chosen = sortByText(functions, ({ path, name }) => digestOf([seed, path, name]))
    .filter(({ found }) => found.faults.length > 0)
    .toSorted((left, right) => testsOf(noticing, left) - testsOf(noticing, right))
    .slice(0, most);
  for (const path of new Set(chosen.map((one) => one.path))) {
    const own = chosen.filter((one) => one.path === path);
    const planted = own.flatMap(({ found }) => {
      const [first] = sortByText(found.faults, ({ place, text }) => digestOf([seed, place, text]));
      return first === undefined ? [] : [first];
    });
    const text = await files.read(path);
    if (text !== undefined && planted.length > 0) {
      files.write(path, plantValueFaults(text, planted));
    }
  }
}

/** The number of tests that notice a failure of the function; none is known for the most. */
function testsOf(
  noticing: ReadonlyMap<string, number>,
  { path, name }: Pick<TreeFunction, 'path' | 'name'>,
): number {
  const tests = noticing.get(`${path} ${name}`) ?? 0;
  return tests === 0 ? Number.MAX_SAFE_INTEGER : tests;
}
