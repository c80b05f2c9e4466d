import type { AttemptView } from '../schema/attempt-view.ts';
import type { DiffFile } from '../schema/diff-view.ts';
import { limitText } from '../read/limited-text.ts';

/** Text for a model, and every citation that it makes possible. */
export interface Material {
  readonly text: string;
  readonly citable: ReadonlySet<string>;
}

/** Longer material is cut at its end. Two attempts and golden then fit into a common context window. */
const MOST_CHARACTERS = 120_000;
const MOST_STEP_CHARACTERS = 1_500;

/** The changed lines of a patch, each with the name under which it can be cited. */
export function diffMaterial(side: 'A' | 'B' | 'golden', files: readonly DiffFile[]): Material {
  return collect(diffLines(side, files));
}

/** What became of an attempt: outcome, tests, rules, steps and patch. */
export function attemptMaterial(side: 'A' | 'B', attempt: AttemptView): Material {
  return collect(attemptLines(side, attempt));
}

interface Line {
  readonly text: string;
  readonly citation?: string;
}

function collect(lines: Iterable<Line>): Material {
  const citable = new Set<string>();
  const texts: string[] = [];
  let length = 0;
  for (const { text, citation } of lines) {
    length += text.length + 1;
    if (length > MOST_CHARACTERS) {
      texts.push('[the rest is left out]');
      break;
    }
    texts.push(text);
    if (citation !== undefined) citable.add(citation);
  }
  return { text: texts.join('\n'), citable };
}

function* attemptLines(side: 'A' | 'B', attempt: AttemptView): Generator<Line> {
  const { agent, outcome, score, tests, rules, steps, behaviour } = attempt;
  yield { text: `agent: ${agent}; outcome: ${outcome ?? 'unknown'}` };
  yield { text: `pass: ${score?.pass ?? 'unknown'}; IFR: ${score?.ifr.total ?? 'unknown'}` };
  if (tests?.after) {
    yield {
      text: `tests: ${tests.after.passed} of ${tests.after.total} pass, at least ${tests.pMin} must`,
    };
  }
  for (const { mode, evidence } of behaviour?.failureModes ?? []) {
    yield { text: `${mode}: ${evidence}` };
  }
  for (const { id, side: kind, message, satisfied } of rules) {
    yield { text: `rule ${id} (${kind}, ${message}): ${satisfied ? 'satisfied' : 'open'}` };
  }
  for (const { step, message, calls } of steps) {
    const parts = [
      message,
      ...calls.map(({ tool, input, output }) => `${tool}: ${input}\n${output}`),
    ];
    const { text } = limitText(parts.filter(Boolean).join('\n'), MOST_STEP_CHARACTERS);
    yield { text: `${side}#${step} ${text}`, citation: `${side}#${step}` };
  }
  yield* diffLines(side, attempt.diff);
}

function* diffLines(side: 'A' | 'B' | 'golden', files: readonly DiffFile[]): Generator<Line> {
  for (const { path, oldPath, status, hunks } of files) {
    yield { text: `${path} (${status}${oldPath === null ? '' : ` from ${oldPath}`})` };
    for (const line of hunks.flatMap((hunk) => hunk.lines)) {
      if (line.kind === 'context') continue;
      const number = line.kind === 'added' ? line.new : line.old;
      const citation = `${side}:${path}:${number}`;
      yield { text: `${citation} ${line.kind === 'added' ? '+' : '-'} ${line.text}`, citation };
    }
  }
}
