import fc from 'fast-check';
import { expect, it } from 'vitest';
import { indexOf, layerDelta } from './layer-delta.ts';

interface Item {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly digest: string;
  readonly start: number;
  readonly end: number;
}

const item = (path: string, digest: string): Item => {
  return { path, isDirectory: digest === '/', digest, start: 0, end: 512 };
};

/** Folders are implied by the files below them, as in any archive. */
function tree(files: Readonly<Record<string, string>>): readonly Item[] {
  const folders = Object.keys(files).flatMap((path) =>
    path
      .split('/')
      .slice(0, -1)
      .map((_, depth, parts) => parts.slice(0, depth + 1).join('/')),
  );
  return [
    ...[...new Set(folders)].map((path) => item(path, '/')),
    ...Object.entries(files).map(([path, digest]) => item(path, digest)),
  ];
}

it('writes changed files and removes deleted ones, a whole folder with one entry', () => {
  const below = indexOf(tree({ 'a/same': '1', 'a/old': '1', 'b/c/x': '1', 'b/y': '1' }));
  const delta = layerDelta(tree({ 'a/same': '1', 'a/old': '2', 'a/new': '3' }), below);
  expect(delta?.written.map(({ path }) => path)).toEqual(['a', 'a/old', 'a/new']);
  expect(delta?.removed).toEqual(['b']);
  const emptied = layerDelta(tree({ 'b/y': '1' }), indexOf(tree({ 'b/y': '1', 'b/x': '1' })));
  expect(emptied).toMatchObject({ written: [], removed: ['b/x'], emptied: ['b'] });
  expect(layerDelta(tree({ 'a/same/inner': '1' }), below)).toBeUndefined();
  expect(layerDelta(tree({ b: '1' }), below)).toBeUndefined();
});

it('turns any tree into any other, or refuses', () => {
  const segment = fc.constantFrom('a', 'b', 'c');
  const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
  const files = fc
    .dictionary(path, fc.constantFrom('1', '2'))
    // A file cannot have files below it.
    .map((all) =>
      Object.fromEntries(
        Object.entries(all).filter(
          ([name]) => !Object.keys(all).some((other) => other.startsWith(`${name}/`)),
        ),
      ),
    );
  fc.assert(
    fc.property(files, files, (from, to) => {
      const wanted = tree(to);
      const below = indexOf(tree(from));
      const delta = layerDelta(wanted, below);
      if (delta === undefined) return;
      const result = new Map(Object.entries(below));
      for (const gone of delta.removed) {
        for (const name of result.keys()) {
          if (name === gone || name.startsWith(`${gone}/`)) result.delete(name);
        }
      }
      for (const [name, value] of Object.entries(indexOf(delta.written))) result.set(name, value);
      expect(Object.fromEntries(result)).toEqual(indexOf(wanted));
      expect(
        delta.written.some(({ path: name, digest }) => digest !== '/' && below[name] === digest),
      ).toBe(false);
    }),
  );
});
