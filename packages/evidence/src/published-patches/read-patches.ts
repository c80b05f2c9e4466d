import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { RefbenchError, type Witness } from '@refbench/contracts';
import {
  addedLines,
  displayPath,
  parsePatch,
  removedLines,
  type ChangedLines,
} from '@refbench/repos';
import { precision, type ChangedLine, type Precision } from '@refbench/scoring';
import { readSarif } from './read-sarif.ts';

/** A patch of an agent on one instance, with its precision and size. */
export interface MeasuredPatch {
  readonly agent: string;
  /** `<owner>/<repository>/<base>`, as the folders are named. */
  readonly instance: string;
  readonly precision: Precision;
  /** Whether the matches of additive rules on the patched tree are known. */
  readonly hasAdditive: boolean;
  /** Whether the matches of reductive rules on base are known. */
  readonly hasReductive: boolean;
}

export interface PublishedPatches {
  readonly patches: readonly MeasuredPatch[];
  /** Patches that cannot be parsed, with the reason. */
  readonly rejected: readonly { readonly path: string; readonly reason: string }[];
}

const PATCH = 'prediction.diff';

/**
 * Reads all patches below a folder in the layout that CodeTaste publishes:
 * `<owner>/<repository>/<base>/<agent>/prediction.diff`, with the matches of the rules in
 * `evaluation/rules_positive.sarif` of the agent, and in `evaluation/rules_negative.sarif` of the agent
 * that changes nothing.
 * @param baseAgent the name of the agent that changes nothing
 * @throws RefbenchError kind `invalid-file` if there is no patch, or a file of matches is invalid
 */
export async function readPublishedPatches(
  folder: string,
  baseAgent: string,
): Promise<PublishedPatches> {
  const patches: MeasuredPatch[] = [];
  const rejected: { path: string; reason: string }[] = [];
  for (const path of await patchFiles(folder)) {
    const own = dirname(path);
    const instanceDir = dirname(own);
    const patch = parsePatch(await readFile(path));
    if (patch.kind === 'rejected') {
      rejected.push({ path: relative(folder, path), reason: patch.reason });
      continue;
    }
    const additive = await readSarif(join(own, 'evaluation/rules_positive.sarif'));
    const reductive = await readSarif(
      join(instanceDir, baseAgent, 'evaluation/rules_negative.sarif'),
    );
    patches.push({
      agent: basename(own),
      instance: relative(folder, instanceDir).split(sep).slice(-3).join('/'),
      precision: precision({
        added: linesOf(addedLines(patch)),
        removed: linesOf(removedLines(patch)),
        additive: additive ?? NO_MATCHES,
        reductive: reductive ?? NO_MATCHES,
      }),
      hasAdditive: additive !== undefined,
      hasReductive: reductive !== undefined,
    });
  }
  if (patches.length + rejected.length > 0) return { patches, rejected };
  throw new RefbenchError({
    kind: 'invalid-file',
    message: `${folder} contains no ${PATCH}`,
    hint: `specify a folder with <owner>/<repository>/<base>/<agent>/${PATCH}`,
  });
}

const NO_MATCHES: readonly Witness[] = [];

async function patchFiles(folder: string): Promise<readonly string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found
    .filter((entry) => entry.isFile() && entry.name === PATCH)
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function linesOf(changed: ChangedLines): ChangedLine[] {
  return [...changed].flatMap(([path, byNumber]) =>
    [...byNumber].map(([line, text]) => ({ path: displayPath(path), line, text })),
  );
}
