/**
 * Scores the published patches of real agents with the published rules, and prints the publisher's
 * figure, the same figure computed here, and the strict one.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openEngines } from '@refbench/rule-engine';
import { findMirrors } from './mirrors.ts';
import { scoredPatches } from './strict-scores/scored-patches.ts';
import { publishedSubject } from './strict-scores/subjects.ts';

const USAGE = `published-patches --codetaste DIR INSTANCE...
  INSTANCE            owner/name, e.g. apache/shenyu
  --codetaste DIR     data of the published instances, with their predictions
  --state-dir DIR     for temporary repositories (default .refbench)
`;

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    codetaste: { type: 'string' },
    'state-dir': { type: 'string', default: '.refbench' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help || options.codetaste === undefined || names.length === 0) {
  process.stdout.write(USAGE);
} else {
  await main(options.codetaste);
}

async function main(data: string): Promise<void> {
  const mirrors = findMirrors(names);
  const scan = {
    engines: openEngines({ stateDir: options['state-dir'] }),
    cacheDir: resolve(options['state-dir'], 'matches'),
  };
  const cacheDir = resolve(options['state-dir'], 'repositories');
  process.stdout.write(
    '| instance | agent | published | with refused rules | here | strict+ | strict- | strict |\n',
  );
  process.stdout.write('|---|---|---:|---:|---:|---:|---:|---:|\n');
  for (const name of mirrors?.repositories ?? []) {
    await using subject = await publishedSubject(data, name, {
      mirror: mirrors?.mirror ?? '',
      cacheDir,
      scan,
    });
    const patches = scoredPatches(data, name, subject, subject.ruleset, scan);
    for await (const { agent, published, rules, strict, withRefused, applied } of patches) {
      const cells = [
        published.total,
        withRefused,
        rules?.total,
        strict?.additive,
        strict?.reductive,
        strict?.total,
      ].map(figure);
      const shown = applied === 'applied' ? cells : [...cells.slice(0, 1), applied];
      process.stdout.write(`| ${[name, agent, ...shown].join(' | ')} |\n`);
    }
  }
}

function figure(value: number | null | undefined): string {
  return value === null || value === undefined ? '-' : value.toFixed(3);
}
