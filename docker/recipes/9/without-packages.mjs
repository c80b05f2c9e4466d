// Runs a command while the manifests of the tree in the working directory lack what cannot be had (see
// missing-packages.mjs), and then gives every manifest and lock file its own content back. Package managers that
// link the packages of a repository must run in the tree itself.
//
//   node without-packages.mjs COMMAND [LOCK_FILE...]
//
// Exits with the status of the command, which bash runs.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutMissing } from './missing-packages.mjs';

const [command, ...lockFiles] = process.argv.slice(2);

/** Yields the package.json files of the tree, but none of what is installed. */
function* manifestsBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === '.git') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* manifestsBelow(path);
    else if (entry.isFile() && entry.name === 'package.json') yield path;
  }
}

const before = new Map(
  lockFiles.map((path) => [path, existsSync(path) ? readFileSync(path) : undefined]),
);
for (const path of manifestsBelow('.')) {
  const { packageText, dropped } = withoutMissing(readFileSync(path, 'utf8'));
  if (dropped.size === 0) continue;
  process.stderr.write(`dependencies: left out of ${path}: ${[...dropped].join(', ')}\n`);
  before.set(path, readFileSync(path));
  writeFileSync(path, packageText);
}
try {
  const { status } = spawnSync('bash', ['-c', command], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  for (const [path, bytes] of before) {
    if (bytes === undefined) rmSync(path, { force: true });
    else writeFileSync(path, bytes);
  }
}
