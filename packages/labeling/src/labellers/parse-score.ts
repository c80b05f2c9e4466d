import type { Label } from '@refbench/contracts';

const NAMED =
  /\b(?:score|label|rating)\b["*`]*\s*(?:is|of|:|=|->)?\s*["*`]*([0-3])(?![\d%]|\.\d|\s*(?:-|–|to)\s*\d)/gi;
const ALONE = /(?<!\d\s+to\s+)(?<![\d.,/%–-]\s*)\b([0-3])\b(?!\s*[–%-]|\s*to\s+\d|[.,]\d)/g;

/**
 * Parses the score in a free-text answer. A labelled score takes precedence, the last one if there
 * are several. Undefined if there is no score or more than one. Text marked as thinking is ignored.
 */
export function parseScore(text: string): Label | undefined {
  const answer = withoutThoughts(text);
  const named = [...answer.matchAll(NAMED)].at(-1)?.[1];
  if (named !== undefined) return Number(named) as Label;
  const alone = new Set([...answer.matchAll(ALONE)].map(([, digit]) => digit));
  const [only, another] = alone;
  return only === undefined || another !== undefined ? undefined : (Number(only) as Label);
}

/** Removes text that reasoning models mark as thinking. Its start or end tag may be missing. */
export function withoutThoughts(text: string): string {
  const paired = text.replaceAll(/<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/gi, ' ');
  return paired
    .replace(/^[\s\S]*<\/think(?:ing)?>/i, '')
    .replace(/<think(?:ing)?>[\s\S]*$/i, '')
    .trim();
}
