import {
  comparePackages,
  listBaseImages,
  recordPackages,
  recordPath,
  verifyImage,
  type ImageDefinitions,
  type PackageDrift,
} from '@refbench/env-builder';
import { matchesPattern } from '@refbench/runner';
import type { Engine } from '@refbench/sandbox';
import { terminalText } from './terminal-text.ts';

/** Verifies the built images that the patterns match; false where a check failed or none was built. */
export async function verifyImages(
  patterns: readonly string[],
  context: {
    readonly engine: Engine;
    readonly definitions: ImageDefinitions;
    readonly signal: AbortSignal;
    readonly record: boolean;
  },
  print: (line: string) => void,
): Promise<boolean> {
  const { engine, definitions, signal, record } = context;
  let good = true;
  let verified = 0;
  for (const { name, built } of await listBaseImages(engine, definitions)) {
    if (patterns.length > 0 && !patterns.some((pattern) => matchesPattern(name, pattern))) continue;
    if (built === undefined) {
      if (patterns.length > 0) print(`${name}  not built`);
      continue;
    }
    verified += 1;
    const { checks, packages } = await verifyImage(engine, { name, ...built }, definitions, signal);
    for (const { ok, check, detail } of checks) {
      print(`${name}  ${ok ? 'ok  ' : 'FAIL'}  ${check}  ${terminalText(detail)}`);
      good &&= ok;
    }
    if (record) await recordPackages(recordPath(name), packages);
    print(`${name}  ${driftText(await comparePackages(recordPath(name), packages))}`);
  }
  if (verified === 0) print('no such base image is built; `refbench images build` does that');
  return good && verified > 0;
}

function driftText(drift: PackageDrift): string {
  if (drift.kind === 'unrecorded') return 'packages are not recorded; --record does that';
  const { gone, come } = drift;
  if (gone.length === 0 && come.length === 0) return 'packages as recorded';
  const changes = [...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)];
  return `packages differ from the record: ${changes.join(', ')}`;
}
