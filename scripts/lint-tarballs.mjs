// Checks the metadata and the types of packed packages: scripts/lint-tarballs.mjs TARBALL...
//
// The packages are ES modules only, so how a CommonJS consumer or an old resolution sees the types does
// not count. A package without exports, such as the command, has no types to check.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const IGNORED_RESOLUTIONS = new Set(['node10', 'node16-cjs']);

const files = process.argv.slice(2);
if (files.length === 0) throw new Error('name the tarballs');
for (const file of files) {
  const bytes = readFileSync(file);
  const { messages, pkg } = await publint({
    pack: { tarball: copyOf(bytes).buffer },
    strict: true,
  });
  const problems = messages.map((message) => formatMessage(message, pkg) ?? message.code);
  if (pkg.exports !== undefined) problems.push(...(await typeProblems(bytes)));
  for (const problem of problems) process.stdout.write(`${basename(file)}: ${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

async function typeProblems(bytes) {
  const { problems } = await checkPackage(createPackageFromTarballData(copyOf(bytes)));
  return (problems ?? [{ kind: 'Untyped', entrypoint: '.' }])
    .filter(({ resolutionKind }) => !IGNORED_RESOLUTIONS.has(resolutionKind))
    .map(({ kind, entrypoint, resolutionKind }) => `${kind} ${entrypoint} ${resolutionKind}`);
}

/** A buffer of its own: the bytes of a small file are part of a larger one. */
function copyOf(bytes) {
  return Uint8Array.from(bytes);
}
