export interface MapInterest {
  /** Files that the model already reads in full. */
  readonly inContext: ReadonlySet<string>;
  readonly mentionedFiles: ReadonlySet<string>;
  readonly mentionedNames: ReadonlySet<string>;
}

export const NO_INTEREST: MapInterest = {
  inContext: new Set(),
  mentionedFiles: new Set(),
  mentionedNames: new Set(),
};

/** Returns the weight of each file. Files without weight are omitted. */
export function personalise(
  paths: readonly string[],
  interest: MapInterest,
): ReadonlyMap<string, number> {
  const unit = 100 / paths.length;
  const weights = new Map<string, number>();
  for (const path of paths) {
    let weight = interest.inContext.has(path) ? unit : 0;
    if (interest.mentionedFiles.has(path)) weight = Math.max(weight, unit);
    if (namesIn(path).some((name) => interest.mentionedNames.has(name))) weight += unit;
    if (weight > 0) weights.set(path, weight);
  }
  return weights;
}

/** Returns the parts of a path, and the file name without its extension. */
function namesIn(path: string): readonly string[] {
  const parts = path.split('/');
  const [, stem = ''] = /^(.+)\.[^.]*$/.exec(parts.at(-1) ?? '') ?? [];
  return stem === '' ? parts : [...parts, stem];
}

/** Shorter stems occur in prose by accident. */
const SHORTEST_STEM = 5;

/** Finds the names that a text mentions, and the files that it mentions by path or by stem. */
export function interestOf(
  text: string,
  paths: readonly string[],
  inContext: ReadonlySet<string>,
): MapInterest {
  const mentionedNames = new Set(text.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== ''));
  const words = new Set(
    text.split(/[\s`'"<>()[\]{},;]+/).map((word) => word.replace(/[.:!?]+$/, '')),
  );
  const lowerNames = new Set([...mentionedNames].map((name) => name.toLowerCase()));
  const mentionedFiles = new Set(
    paths.filter((path) => {
      if (words.has(path)) return true;
      const stem = namesIn(path).at(-1) ?? '';
      return stem.length >= SHORTEST_STEM && lowerNames.has(stem.toLowerCase());
    }),
  );
  return { inContext, mentionedFiles, mentionedNames };
}
