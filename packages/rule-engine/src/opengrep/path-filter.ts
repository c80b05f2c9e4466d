/** `paths` of a rule: which files it is for. */
export interface PathFilter {
  admits(path: string): boolean;
}

/** Excluding wins; without `include` every path is in. A glob may match any part of a path's folders. */
export function pathFilter(include: readonly string[], exclude: readonly string[]): PathFilter {
  const wanted = include.map(globExpression);
  const unwanted = exclude.map(globExpression);
  return {
    admits: (path) =>
      !unwanted.some((glob) => glob.test(path)) &&
      (wanted.length === 0 || wanted.some((glob) => glob.test(path))),
  };
}

/** A glob stands for a path from any folder on, and for all that is below it. */
function globExpression(glob: string): RegExp {
  const segments = glob.replace(/^\.?\//, '').split('/');
  const source = segments
    .map((segment, index) => {
      const last = index === segments.length - 1;
      // `folder/` is all that is in it.
      if (segment === '' && last) return '.*';
      if (segment === '**') return last ? '.*' : '(?:[^/]+/)*';
      return segmentSource(segment) + (last ? '' : '/');
    })
    .join('');
  return new RegExp(`^(?:[^/]+/)*${source}(?:/.*)?$`, 'su');
}

function segmentSource(segment: string): string {
  return segment.replace(
    /\[(!?)((?:\\.|[^\]])+)\]|\*+|\?|\\?[^]/gu,
    (part, negated: string | undefined, members: string | undefined) => {
      if (part.startsWith('*')) return '[^/]*';
      if (part === '?') return '[^/]';
      if (members !== undefined)
        return `[${negated === '!' ? '^' : ''}${members.replaceAll('[', '\\[')}]`;
      const literal = part.startsWith('\\') && part.length > 1 ? part.slice(1) : part;
      return `\\u{${(literal.codePointAt(0) ?? 0).toString(16)}}`;
    },
  );
}
