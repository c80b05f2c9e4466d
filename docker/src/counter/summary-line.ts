import type { Counts } from './test-report.ts';

/** What one line, or several that follow each other, say of the number of tests. */
export interface SummaryFacts extends Partial<Counts> {
  /** Checks, which are tests where no number of tests is given. */
  readonly checks?: number;
  /** Whether all tests passed, said without a number. */
  readonly isSuccess?: true;
}

type Quantity = 'other' | 'checks' | 'failed' | 'skipped' | 'passed' | 'total';

/** What a number counts, by the words beside it. The first row with one of them decides. */
const QUANTITIES: readonly (readonly [Quantity, RegExp])[] = [
  ['other', /^(?:asserts?|assertions?|filtered|ticks?|suites?)$/],
  ['checks', /^checks?$/],
  [
    'failed',
    /^(?:fail|fails|failed|failures?|errors?|exceptions?|aborted|broken|crashed|malformed)$/,
  ],
  ['skipped', /^(?:skip|skips|skipped|ignored|disabled)$/],
  ['passed', /^(?:pass|passes|passed|ok|succeeded|successful|successes|success)$/],
  ['total', /^(?:tests?|cases?|testcases?|total|run|ran|executed)$/],
];

/** Other words of summaries. A line with any further word is none. */
const FILLERS =
  /^(?:a|all|and|are|completed|conducted|detected|done|finished|for|from|in|is|master|module|no|of|on|out|performed|results?|running|selected|summary|the|there|time|unit|was|were|with)$/;

const SUCCESS =
  /^(?:(?:all )?(?:unit )?(?:tests? |test cases )?(?:ok|passed|succeeded|successful|success)|no errors detected)$/;

/** Lines about one test, as in `Test 12: passed`. */
const ONE_TEST = /\b(?:test|case)\s+#?\d/;

const DURATIONS = /\d+(?:\.\d+)? ?(?:[mu]?s|secs?|seconds?)\b/g;
/** `[doctest] test cases: 12` */
const PROGRAM = /^\s*\[\w+\] /;
const QUOTED = /"[^"]*"|'[^']*'/g;
/** The row of tests in the table of CUnit. */
const ROW = /^\s*tests\s+(\d+)\s+\d+\s+(\d+)\s+(\d+)\s+(\d+)\s*$/;

/** Words, whole numbers, and what relates or separates them. Other characters mean nothing. */
const TOKENS = /\d+(?:\.\d+)?%?|[a-z][\w]*|[:=/]|[,;|()[\]!-]/g;

/** Reads a line. Undefined if it is not about the number of tests, or about anything else too. */
export function readSummaryLine(line: string): SummaryFacts | undefined {
  if (line.length > 300) return undefined;
  const text = line.toLowerCase();
  const row = ROW.exec(text)?.slice(1).map(Number);
  if (row !== undefined) {
    const [total = 0, passed = 0, failed = 0, skipped = 0] = row;
    return { total, passed, failed, skipped };
  }
  if (ONE_TEST.test(text)) return undefined;
  const tokens = (
    text.replace(PROGRAM, '').replace(QUOTED, ' ').replace(DURATIONS, ' ').match(TOKENS) ?? []
  ).filter((token) => !/^\d.*[.%]/.test(token));
  const isKnown = (word: string): boolean => FILLERS.test(word) || quantityOf([word]) !== undefined;
  if (!tokens.filter(isWord).every(isKnown)) return undefined;
  const facts: Record<string, number | true> = {};
  for (const { number, of, quantity } of numbersOf(tokens)) {
    if (quantity === undefined) return undefined;
    if (of !== undefined) facts['total'] ??= of;
    // JUnit counts failures and errors apart.
    if (quantity === 'failed') facts['failed'] = Number(facts['failed'] ?? 0) + number;
    else facts[quantity] ??= number;
  }
  // `assertions: 20 | 19 passed | 1 failed`
  if ('other' in facts && facts['total'] === undefined) return undefined;
  if (phrasesOf(tokens).some((phrase) => SUCCESS.test(phrase))) facts['isSuccess'] = true;
  delete facts['other'];
  return Object.keys(facts).length === 0 ? undefined : facts;
}

interface NumberOf {
  readonly number: number;
  /** The larger number of `2 of 12` and `2/12`. */
  readonly of: number | undefined;
  readonly quantity: Quantity | undefined;
}

/** Each number with what it counts. */
function numbersOf(tokens: readonly string[]): readonly NumberOf[] {
  const found: NumberOf[] = [];
  const isLabelFirst = isNumber(tokens.at(-1));
  let at = 0;
  let before: string[] = [];
  let label: readonly string[] = [];
  while (at < tokens.length) {
    const token = tokens[at] ?? '';
    at += 1;
    if (isWord(token)) before.push(token);
    else if (isNumber(token)) {
      const next = wordsAt(tokens, at);
      const pair = tokens[at] === '/' ? at + 1 : next.words.at(-1) === 'of' ? next.end : undefined;
      const isPair = pair !== undefined && isNumber(tokens[pair]);
      const last = isPair ? wordsAt(tokens, pair + 1) : next;
      // In `passed 10 failed 2` the words after a number belong to the next one.
      const isOwn = isPair || !isLabelFirst || quantityOf(before) === undefined;
      const after = isPair ? [...next.words, ...last.words] : isOwn ? next.words : [];
      found.push({
        number: Number(token),
        of: isPair ? Number(tokens[pair]) : undefined,
        quantity: bestQuantity([label, after, before]),
      });
      if (isOwn) at = last.end;
      before = [];
      label = [];
    } else {
      // A relation makes the words before it the label of what follows.
      label = token === ':' || token === '=' ? before : [];
      before = [];
    }
  }
  return found;
}

/** The words from a place on. Those before a colon are the label of the next number. */
function wordsAt(tokens: readonly string[], start: number): { words: string[]; end: number } {
  let end = start;
  while (isWord(tokens[end])) end += 1;
  return tokens[end] === ':' || tokens[end] === '='
    ? { words: [], end: start }
    : { words: tokens.slice(start, end), end };
}

/** Outcomes say more than the word "tests". */
function bestQuantity(labels: readonly (readonly string[])[]): Quantity | undefined {
  const all = labels.map(quantityOf).filter((quantity) => quantity !== undefined);
  return all.find((quantity) => quantity !== 'total') ?? all[0];
}

function quantityOf(words: readonly string[]): Quantity | undefined {
  return QUANTITIES.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0];
}

/** The words between numbers and separators. */
function phrasesOf(tokens: readonly string[]): readonly string[] {
  return tokens
    .map((token) => (isWord(token) ? token : '|'))
    .join(' ')
    .split('|')
    .map((phrase) => phrase.trim());
}

function isWord(token: string | undefined): boolean {
  return token !== undefined && /^[a-z]/.test(token);
}

function isNumber(token: string | undefined): boolean {
  return token !== undefined && /^\d/.test(token);
}
