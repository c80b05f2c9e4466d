import type { TapDocument, TapPoint } from './tap-reading.ts';

/** A point behind what a test printed without the end of its line. */
const GLUED_POINT = /((?:not )?ok) (\d+)\b *(?:- *)?(.*)$/;
const GLUED_PLAN = /1\.\.(\d+)\s*$/;

/**
 * Tells points and what tests printed apart, by the plan and the numbers of the points: a point that
 * stands behind printed text is found by its missing number, and lines that only look like points are
 * left out where the others are as many as planned.
 */
export function withoutNoise(document: TapDocument): TapDocument {
  const { points, others } = document;
  const top = points.filter(({ depth }) => depth === 0);
  const planned = document.planned ?? gluedPlan(document, top.length);
  if (planned === undefined || planned === top.length) return { ...document, planned };
  if (planned < top.length) {
    const numbered = numberedInOrder(top);
    if (numbered.size !== planned) return { ...document, planned };
    return {
      ...document,
      planned,
      points: points.filter((one) => one.depth > 0 || numbered.has(one)),
    };
  }
  const known = new Set(top.map(({ id }) => id));
  const all = [...points];
  for (const { line, at, title } of others.toReversed()) {
    const [, word, number, rest = ''] = GLUED_POINT.exec(line) ?? [];
    const id = Number(number);
    if (word === undefined || known.has(id) || id > planned) continue;
    known.add(id);
    const directive = /(?:^|\s)#\s*(skip|todo|time)\b/i.exec(rest);
    const skipped = directive !== null && !/time/i.test(directive[1] || '');
    const name = rest.slice(0, directive?.index).trim() || `test ${id}`;
    const titles = title === '' ? [name] : [title, name];
    const outcome = skipped ? 'skipped' : word === 'ok' ? 'passed' : 'failed';
    all.splice(at, 0, { depth: 0, id, titles, outcome });
  }
  return { ...document, planned, points: all };
}

function gluedPlan({ others }: TapDocument, points: number): number | undefined {
  const plans = others.map(({ line }) => GLUED_PLAN.exec(line)?.[1]);
  return plans.some((plan) => plan === String(points)) ? points : undefined;
}

function numberedInOrder(top: readonly TapPoint[]): ReadonlySet<TapPoint> {
  const numbered = new Set<TapPoint>();
  for (const point of top) if (point.id === numbered.size + 1) numbered.add(point);
  return numbered;
}
