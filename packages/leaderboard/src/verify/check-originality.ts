import { countOf, parseJson } from '@refbench/base';
import { attemptRecordSchema } from '@refbench/contracts';
import { addedLines, parsePatch, removedLines } from '@refbench/repos';
import { lineKey } from '@refbench/scoring';
import { attemptPath } from '../bundle/attempt-path.ts';
import { isReference } from '../bundle/is-reference.ts';
import { RUN_FOLDER } from '../bundle/manifest.ts';
import type { OpenedBundle } from './check-structure.ts';
import { check, type Check } from './verification.ts';

/** A submission on the board, to compare with. */
export interface KnownSubmission {
  readonly id: string;
  readonly bundle: OpenedBundle;
}

/** Shorter changes are often the same without being copied. */
const LEAST_LINES = 20;
/** The share of changed lines that two patches have in common if one is a copy of the other. */
const COPY = 0.95;

/** Two submissions with more attempts in common than this share are the same run. */
const SAME_RUN = 0.5;

const timesSchema = attemptRecordSchema.pick({ started_at: true, duration_ms: true }).loose();

/** A patch of an agent that competes. */
interface GivenPatch {
  readonly instance: string;
  readonly lines: ReadonlySet<string>;
}

/**
 * Finds the same run under another name, and patches of another submission. Large independent patches of
 * the same task do not have almost all of their lines in common.
 */
export function checkOriginality(bundle: OpenedBundle, others: readonly KnownSubmission[]): Check {
  const own = patchesOf(bundle);
  const problems = others.flatMap((other) => {
    const same = sameAttempts(bundle, other.bundle);
    if (same.length > SAME_RUN * bundle.manifest.attempts.length) {
      return [
        `it is the run of submission ${other.id}: ${same.length} of ${countOf(bundle.manifest.attempts.length, 'attempt')} began at the same time and took as long`,
      ];
    }
    const theirs = patchesOf(other.bundle);
    const comparable = own.filter(({ instance }) =>
      theirs.some((each) => each.instance === instance),
    );
    const copies = comparable.filter(({ instance, lines }) =>
      theirs.some((each) => each.instance === instance && share(lines, each.lines) >= COPY),
    );
    if (copies.length * 2 <= comparable.length) return [];
    return [`${copies.length} of ${comparable.length} patches are those of submission ${other.id}`];
  });
  return check(
    'originality',
    problems,
    `compared with ${countOf(others.length, 'other submission')}`,
  );
}

/**
 * The attempts that began at the same millisecond and took as long. Two runs have none in common, not even
 * of reference agents.
 */
function sameAttempts(bundle: OpenedBundle, other: OpenedBundle): readonly string[] {
  const theirs = new Set(recordsOf(other));
  return recordsOf(bundle).filter((record) => theirs.has(record));
}

function recordsOf({ manifest, files }: OpenedBundle): readonly string[] {
  return manifest.attempts.flatMap((attempt) => {
    const bytes = files.get(`${RUN_FOLDER}/${attemptPath(attempt)}/attempt.json`);
    const record = parseJson(bytes?.toString('utf8') ?? '', timesSchema);
    if (record.kind !== 'valid') return [];
    const { started_at, duration_ms } = record.value;
    return [`${attempt.instance} ${started_at} ${duration_ms}`];
  });
}

function patchesOf({ manifest, plan, files }: OpenedBundle): readonly GivenPatch[] {
  const competing = new Set(
    plan.agents.filter((agent) => !isReference(agent)).map(({ name }) => name),
  );
  return manifest.attempts.flatMap((attempt) => {
    const bytes = files.get(`${RUN_FOLDER}/${attemptPath(attempt)}/patch.diff`);
    if (bytes === undefined || !competing.has(attempt.agent)) return [];
    const lines = changedLines(bytes);
    return lines.size < LEAST_LINES ? [] : [{ instance: attempt.instance, lines }];
  });
}

/** The removed and added lines without white space, each with its path. */
function changedLines(bytes: Buffer): ReadonlySet<string> {
  const patch = parsePatch(bytes);
  if (patch.kind === 'rejected') return new Set();
  const sides = { removed: removedLines(patch), added: addedLines(patch) };
  return new Set(
    Object.entries(sides).flatMap(([side, files]) =>
      [...files].flatMap(([path, lines]) =>
        [...lines.values()].map((text) => `${side} ${path} ${lineKey(text)}`),
      ),
    ),
  );
}

function share(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const common = [...left].filter((line) => right.has(line)).length;
  return common / Math.max(left.size, right.size, 1);
}
