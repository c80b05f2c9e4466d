/**
 * Our own engine beside the real program on OpenGrep rules: the places of every match on two trees.
 * Prints which rules run natively and exactly, by tree, language and operator. Goals: >= 90 % native
 * and exact, >= 99 % with the program, none native and different.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { RefbenchError } from '@refbench/contracts';
import { findExternalProgram } from '@refbench/rule-engine';
import { measure, type RuleParity, type Subject } from './opengrep-parity/measure.ts';
import { codetasteSubjects } from './opengrep-parity/subjects.ts';
import { differences, parityTables } from './opengrep-parity/tables.ts';

const USAGE = `opengrep-parity --base TREE --golden TREE RULES.yml...
opengrep-parity --codetaste DIR [--only NAME]...   every instance whose repository is in the mirror
  --mirror <folder|template>  where <owner>/<name> is looked for
  --external <program>        opengrep or semgrep, or the path of one (default: what is installed)
  --keep <dir>                keep the program's scans there, for the next time
  --state-dir <dir>           for temporary repositories (default .refbench)
  --json                      one object a rule instead of tables
`;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    base: { type: 'string' },
    golden: { type: 'string' },
    codetaste: { type: 'string' },
    only: { type: 'string', multiple: true },
    mirror: { type: 'string' },
    external: { type: 'string' },
    keep: { type: 'string' },
    'state-dir': { type: 'string', default: '.refbench' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) process.stdout.write(USAGE);
else process.exitCode = await main();

async function main(): Promise<number> {
  const program = await findExternalProgram(options.external);
  if (program === undefined) {
    process.stderr.write('opengrep is not installed: see packages/rule-engine/README.md\n');
    return 4;
  }
  const rules: RuleParity[] = [];
  for (const subject of await subjectsOf()) {
    try {
      const measured = await measure(subject, {
        program,
        mirror: options.mirror,
        cacheDir: resolve(options['state-dir'], 'repositories'),
        keep: options.keep,
      });
      rules.push(...measured);
      const exact = measured.filter((rule) => rule.exact === true).length;
      process.stderr.write(`${subject.name}: ${exact} of ${measured.length} native and exact\n`);
    } catch (error) {
      if (!RefbenchError.isInstance(error) || error.kind !== 'repository') throw error;
      process.stderr.write(`${subject.name}: left out: ${error.message}\n`);
    }
  }
  if (rules.length === 0) return 2;
  if (options.json) for (const rule of rules) process.stdout.write(`${JSON.stringify(rule)}\n`);
  else {
    process.stdout.write(`${program.name} ${program.version}, Node ${process.version}\n\n`);
    process.stdout.write(`${parityTables(rules)}\n\n${differences(rules)}\n`);
  }
  return rules.some((rule) => rule.status === 'native' && rule.exact === false) ? 1 : 0;
}

async function subjectsOf(): Promise<readonly Subject[]> {
  const { codetaste, only, base, golden } = options;
  if (codetaste !== undefined) {
    const subjects = await codetasteSubjects(codetaste);
    if (only === undefined) return subjects;
    return subjects.filter(({ name }) => only.some((part) => name.includes(part)));
  }
  if (base !== undefined && golden !== undefined && positionals.length > 0) {
    return [{ name: golden, rules: positionals, base, golden }];
  }
  process.stderr.write(USAGE);
  return [];
}
