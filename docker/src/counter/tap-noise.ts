import type { OtherLine, TapDocument, TapPoint } from './tap-reading.ts';

/** A point behind what a test printed without the end of its line. */
const GLUED_POINT = /((?:not )?ok) (\d+)\b *(?:- *)?(.*)$/;
const GLUED_PLAN = /1\.\.(\d+)\s*$/;

/**
 * Tells points and what tests printed apart. Where the points of the top level are not numbered as
 * planned, those count that are: a line of its own before one that stands behind printed text. Where
 * this does not give the plan either, all points stay.
 */
export function withoutNoise(document: TapDocument): TapDocument {
  const { points, others } = document;
  const top = points.filter(({ depth }) => depth === 0);
  const planned = document.planned ?? gluedPlan(document, top.length);
  if (planned === undefined) return document;
  if (planned === top.length && top.every(({ id }, at) => id === at + 1)) {
    return { ...document, planned };
  }
  const own = new Set(top.map(({ id }) => id));
  const glued = others.flatMap((line) => {
    const point = gluedPoint(line);
    return point === undefined || own.has(point.id) ? [] : [{ at: line.at, point }];
  });
  const numbered: TapPoint[] = [];
  let expected = 1;
  const take = (point: TapPoint): void => {
    if (point.depth === 0 && point.id !== expected) return;
    numbered.push(point);
    if (point.depth === 0) expected += 1;
  };
  let next = 0;
  const takeGlued = (place: number): void => {
    for (let one = glued[next]; one?.at === place; one = glued[next]) {
      take(one.point);
      next += 1;
    }
  };
  for (const [at, point] of points.entries()) {
    takeGlued(at);
    take(point);
  }
  takeGlued(points.length);
  return { ...document, planned, points: expected === planned + 1 ? numbered : points };
}

function gluedPlan({ others }: TapDocument, points: number): number | undefined {
  const plans = others.map(({ line }) => GLUED_PLAN.exec(line)?.[1]);
  return plans.includes(String(points)) ? points : undefined;
}

function gluedPoint({ line, title }: OtherLine): TapPoint | undefined {
  const [, word, number, rest = ''] = GLUED_POINT.exec(line) ?? [];
  if (word === undefined) return undefined;
  const directive = /(?:^|\s)#\s*(skip|todo|time)\b/i.exec(rest);
  const isSkipped = directive !== null && directive[1]?.toLowerCase() !== 'time';
  const name = rest.slice(0, directive?.index).trim() || `test ${number}`;
  return {
    depth: 0,
    id: Number(number),
    titles: title === '' ? [name] : [title, name],
    outcome: isSkipped ? 'skipped' : word === 'ok' ? 'passed' : 'failed',
  };
}
