// Turns the pending changesets into version numbers and changelogs; the release workflow runs it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const run = (program, ...args) => execFileSync(program, args, { cwd: root, stdio: 'inherit' });

run('npx', '--no-install', 'changeset', 'version');

// Results record the version of the tool, so the constant follows the package.
const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
const file = join(root, 'packages/contracts/src/tool-version.ts');
const text = readFileSync(file, 'utf8');
writeFileSync(file, text.replace(/'refbench\/[^']*'/, `'refbench/${version}'`));

run('npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund');
