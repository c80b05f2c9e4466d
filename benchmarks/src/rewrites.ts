/**
 * Scores rewrites of golden that behave like it: comments, blank lines, indentation, an unused function.
 * Each should keep a strict IFR of 1. Prints the table of docs/strict-scores.md.
 */
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureTree, openEngines, strictReferenceOf, writeEdited } from '@refbench/rule-engine';
import { requireMirror } from './mirrors.ts';
import { equivalentRewrites } from './strict-scores/equivalent-rewrites.ts';
import { INSTANCES_DIR, shippedSubject } from './strict-scores/subjects.ts';

const USAGE = `rewrites [INSTANCE...]
  INSTANCE            id of a shipped instance (default: all)
  --state-dir DIR     for temporary repositories (default .refbench)
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'state-dir': { type: 'string', default: '.refbench' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) process.stdout.write(USAGE);
else await main();

async function main(): Promise<void> {
  const stateDir = resolve(options['state-dir']);
  const scan = { engines: openEngines({ stateDir }), cacheDir: resolve(stateDir, 'matches') };
  const sources = { mirror: requireMirror(), cacheDir: resolve(stateDir, 'repositories'), scan };
  const shipped = readdirSync(INSTANCES_DIR).filter((name) => name.includes('__'));
  process.stdout.write('| instance | rewrite | published | strict |\n|---|---|---:|---:|\n');
  for (const id of positionals.length > 0 ? positionals : shipped) {
    await using subject = await shippedSubject(id, sources);
    const { context, ruleset } = subject;
    const scans = await context.scan([...ruleset.additive, ...ruleset.reductive], scan);
    const reference = await strictReferenceOf(context, ruleset, scans, scan);
    const golden = await context.repository.treeId(context.commits.golden);
    for (const { name, edits } of await equivalentRewrites(context)) {
      const tree = await writeEdited(context, edits);
      if (tree === golden) throw new Error(`${name} changes nothing in ${id}`);
      const { rules, measurement } = await measureTree(reference, tree, scan);
      const figures = [rules.total, measurement.following?.ifr.total ?? null];
      const cells = figures.map((value) => (value === null ? '-' : value.toFixed(3)));
      process.stdout.write(`| ${[id, name, ...cells].join(' | ')} |\n`);
    }
  }
}
