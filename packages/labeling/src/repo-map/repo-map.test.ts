import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256OfBytes } from '@refbench/base';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tasksOfRows } from '../input/label-task.ts';
import { codeContext } from '../labellers/code-context.ts';
import { estimateTokens } from './tokens.ts';
import { interestOf, NO_INTEREST, type MapInterest } from './personalise.ts';
import { buildRepoMap, type RepoMap } from './repo-map.ts';
import type { SourceTree } from './source-tree.ts';
import { TagStore } from './tag-store.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'repo-map-test-'));
});
afterEach(() => rm(folder, { recursive: true }));

const { signal } = new AbortController();

const FILES: Readonly<Record<string, string>> = {
  'README.md': '# Shop\n',
  'docs/guide.md': 'text\n',
  'src/cart.py':
    'class Cart:\n    """Holds items."""\n\n    def add_item(self, item):\n        self.items.append(price_of_item(item))\n\n    def total(self):\n        return sum(self.items)\n',
  'src/price.py': `def price_of_item(item):\n    return item.price  ${'# long '.repeat(40)}\n\ndef unused_helper():\n    pass\n`,
  'src/order.py':
    'from cart import Cart\n\ndef place_order(cart):\n    cart = Cart()\n    cart.add_item(1)\n    return price_of_item(2)\n',
};

interface ReadTree extends SourceTree {
  readonly reads: string[];
}

function treeOf(files: Readonly<Record<string, string>>): ReadTree {
  const reads: string[] = [];
  return {
    reads,
    files: Object.entries(files).map(([path, text]) => ({ path, blob: sha256OfBytes(text) })),
    async *read(wanted) {
      for (const file of wanted) {
        reads.push(file.path);
        yield { file, bytes: Buffer.from(files[file.path] ?? '') };
      }
    },
  };
}

async function mapOf(
  tree: SourceTree,
  budgetTokens: number,
  interest: MapInterest = NO_INTEREST,
): Promise<RepoMap> {
  const store = await TagStore.open(folder, 'shop');
  return buildRepoMap({ tree, store, interest, budgetTokens, signal });
}

test('shows definitions with the enclosing ones, important files, and other files by name', async () => {
  const map = await mapOf(treeOf(FILES), 10_000);
  expect(map.text).toBe(
    [
      'README.md',
      'docs/guide.md',
      'src/cart.py:',
      '│class Cart:',
      '⋮',
      '│    def add_item(self, item):',
      '⋮',
      '│    def total(self):',
      '⋮',
      'src/order.py:',
      '⋮',
      '│def place_order(cart):',
      '⋮',
      'src/price.py:',
      '│def price_of_item(item):',
      '⋮',
      '│def unused_helper():',
      '⋮',
      '',
    ].join('\n'),
  );
  expect(map.shown).toBe(map.known);
});

test('never takes more than its budget, and shows more with a larger one', async () => {
  const tree = treeOf(FILES);
  let before = 0;
  for (const budget of [0, 5, 20, 40, 60, 100, 200]) {
    const map = await mapOf(tree, budget);
    expect(map.tokens).toBeLessThanOrEqual(budget);
    expect(map.tokens).toBe(estimateTokens(map.text));
    expect(map.shown).toBeGreaterThanOrEqual(before);
    before = map.shown;
  }
});

test('omits files that the model already reads, and prefers what a text mentions', async () => {
  const tree = treeOf(FILES);
  const paths = tree.files.map(({ path }) => path);
  const had = await mapOf(tree, 10_000, interestOf('', paths, new Set(['src/cart.py'])));
  expect(had.text).not.toContain('src/cart.py');
  const spoken = interestOf('`unused_helper` in src/price.py, please', paths, new Set());
  expect(spoken.mentionedFiles).toEqual(new Set(['src/price.py']));
  expect((await mapOf(tree, 40, spoken)).text).toContain('def unused_helper');
});

test('the map is the same cold, warm and in any order; if warm, only shown files are read', async () => {
  const cold = await mapOf(treeOf(FILES), 60);
  const tree = treeOf(Object.fromEntries(Object.entries(FILES).toReversed()));
  expect(await mapOf(tree, 60)).toEqual(cold);
  expect(new Set(tree.reads).size).toBe(tree.reads.length);
  const store = await TagStore.open(folder, 'shop');
  for (const { path, blob } of tree.files) {
    expect(store.get(blob) !== undefined).toBe(path.endsWith('.py'));
  }
});

test('a prompt contains the smallest files that fit, and none that a patch adds', async () => {
  const change = (path: string): string =>
    `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`;
  const row = {
    instance_id: 'i',
    repo: 'a/b',
    base_commit: 'c'.repeat(40),
    problem_statement: 'x',
    patch: change('src/big.py') + change('src/order.py'),
    test_patch: `${change('src/cart.py')}diff --git a/new.py b/new.py\nnew file mode 100644\n--- /dev/null\n+++ b/new.py\n@@ -0,0 +1 @@\n+x\n`,
  };
  const [task] = tasksOfRows([row], 'rows');
  if (task === undefined) throw new Error('no task');
  const tree = treeOf({ ...FILES, 'src/big.py': 'x = 1\n'.repeat(4_000), 'new.py': 'golden' });
  const store = await TagStore.open(folder, 'shop');
  const limits = { contextTokens: 4_000, share: 0.8, mapTokens: 200 };
  const context = await codeContext(task, 100, { tree, store, limits, signal });
  const shown = [...context.files.matchAll(/<file path="(.+)">/g)].map(([, path]) => path);
  expect(shown).toEqual(['src/order.py', 'src/cart.py']);
  expect(context.repoMap).toContain('src/price.py');
  expect(context.repoMap).not.toContain('src/cart.py');
  const parts = Object.values(context).map((text) => estimateTokens(text as string));
  expect(parts.reduce((sum, tokens) => sum + tokens, 100)).toBeLessThanOrEqual(4_000 * 0.8);
  const small = { contextTokens: 100, share: 0.8, mapTokens: 200 };
  await expect(
    codeContext(task, 100, { tree, store, limits: small, signal }),
  ).rejects.toMatchObject({
    kind: 'invalid-file',
  });
});
