/**
 * Compares strict figures with the published ones: on honest partial patches, where both should
 * rank alike, and on tricks, which should earn almost nothing. Prints the tables of
 * docs/strict-scores.md.
 */
import { appendFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureTree, openEngines, strictReferenceOf, writeEdited } from '@refbench/rule-engine';
import { tryTricks } from '@refbench/rulesets';
import { findMirrors } from './mirrors.ts';
import { partialPatches } from './strict-scores/partial-patches.ts';
import { publishedSubject, shippedSubject, type Subject } from './strict-scores/subjects.ts';
import { agreementTable, shareTable, trickTable, type PatchRow } from './strict-scores/tables.ts';

const USAGE = `strict-scores
  --codetaste DIR     data of the published instances; without it, only bundled instances
  --only NAME         an instance; repeatable
  --seeds N           number of random choices of partial patches per instance (default 3)
  --state-dir DIR     for temporary repositories (default .refbench)
  --rows FILE         also append every row to this file, one JSON object per line
`;

/** Chosen before the figures were defined. Their results were first inspected afterwards. */
const HELD_OUT: readonly string[] = [
  'lima-vm/lima',
  'kedro-org/kedro',
  'apache/shenyu',
  'burn-rs/burn',
  'netty/netty',
];
const DESIGNED_ON: readonly string[] = ['99designs/gqlgen', 'containerd/nerdctl'];
const SHIPPED: readonly (readonly [id: string, repository: string | undefined])[] = [
  ['refbench__tally-6637120b', undefined],
  ['koajs__koa-ef467caa', 'koajs/koa'],
  ['remarkablemark__html-react-parser-1fcb059b', 'remarkablemark/html-react-parser'],
];

const { values: options } = parseArgs({
  options: {
    codetaste: { type: 'string' },
    only: { type: 'string', multiple: true },
    seeds: { type: 'string', default: '3' },
    'state-dir': { type: 'string', default: '.refbench' },
    rows: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const scan = {
  engines: openEngines({ stateDir: options['state-dir'] }),
  cacheDir: resolve(options['state-dir'], 'matches'),
};

if (options.help) process.stdout.write(USAGE);
else await main();

async function main(): Promise<void> {
  const rows: PatchRow[] = [];
  for await (const { subject, heldOut } of subjects()) {
    await using own = subject;
    const measured = await measureSubject(own, heldOut);
    rows.push(...measured);
    if (options.rows !== undefined) {
      const lines = measured.map((row) => `${JSON.stringify(row)}\n`);
      await appendFile(options.rows, lines.join(''));
    }
    process.stderr.write(`${own.name}: ${measured.length} patches\n`);
  }
  process.stdout.write(
    `${[agreementTable(rows), shareTable(rows), trickTable(rows)].join('\n\n')}\n`,
  );
}

async function* subjects(): AsyncGenerator<{ subject: Subject; heldOut: boolean }> {
  const wanted = (name: string): boolean =>
    options.only === undefined || options.only.some((part) => name.includes(part));
  const names = [...SHIPPED.flatMap(([, name]) => name ?? []), ...DESIGNED_ON, ...HELD_OUT];
  const mirrors = findMirrors(names);
  const cacheDir = resolve(options['state-dir'], 'repositories');
  const sources = { mirror: mirrors?.mirror ?? '', cacheDir, scan };
  const present = new Set(mirrors?.repositories ?? []);
  for (const [id, repository] of SHIPPED) {
    if (!wanted(id) || (repository !== undefined && !present.has(repository))) continue;
    yield { subject: await shippedSubject(id, sources), heldOut: false };
  }
  const data = options.codetaste;
  if (data === undefined) return;
  for (const name of [...DESIGNED_ON, ...HELD_OUT]) {
    if (!wanted(name) || !present.has(name)) continue;
    const subject = await publishedSubject(data, name, sources);
    yield { subject, heldOut: HELD_OUT.includes(name) };
  }
}

async function measureSubject(
  { name, context, ruleset }: Subject,
  heldOut: boolean,
): Promise<readonly PatchRow[]> {
  const scans = await context.scan([...ruleset.additive, ...ruleset.reductive], scan);
  const reference = await strictReferenceOf(context, ruleset, scans, scan);
  const rows: PatchRow[] = [];
  const measure = async (
    treeish: string,
    row: Pick<PatchRow, 'kind' | 'group' | 'name'>,
  ): Promise<void> => {
    const { rules, measurement } = await measureTree(reference, treeish, scan);
    const strict = measurement.following?.ifr ?? { additive: null, reductive: null, total: null };
    rows.push({ subject: name, heldOut, ...row, published: rules, strict });
  };
  await measure(context.commits.golden, { kind: 'reference', group: 'golden', name: 'golden' });
  await measure(context.commits.base, { kind: 'reference', group: 'nop', name: 'nop' });
  const seeds = Array.from({ length: Number(options.seeds) }, (_, index) => index + 1);
  for (const patch of await partialPatches(context, seeds)) {
    const group = patch.name.replace(/ \(\d+\)$/, '');
    await measure(await writeEdited(context, patch.edits), {
      kind: 'honest',
      group,
      name: patch.name,
    });
  }
  for (const trick of await tryTricks(context, reference, scan)) {
    const { ifr: published, ifrStrict: strict } = trick;
    rows.push({
      subject: name,
      heldOut,
      kind: 'trick',
      group: trick.trick,
      name: trick.trick,
      published,
      strict,
    });
  }
  return rows;
}
