import type { IntegrityFinding } from '@refbench/contracts';
import { bytePath } from '@refbench/repos';
import { findingAbout } from './compose-integrity.ts';
import type { StaticCheck } from './integrity-check.ts';

const JUDGE =
  '(?:graders?|judges?|evaluators?|reviewers?|scorers?|assessors?|auditors?|LLMs?|language models?|AI)';
const MARK = '(?:scores?|marks?|points?|grades?|ratings?|verdicts?)';

/** Sentences that address a judge of the patch and not a reader of the code. */
const ADDRESSES: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override) (?:\w+ ){0,3}(?:previous|prior|above|earlier|other|system) (?:instructions?|prompts?|rules?|messages?|guidelines?|rubrics?)/i,
  /\b(?:disregard|ignore) (?:the |your |this )?(?:rubric|grading|evaluation criteria)/i,
  new RegExp(
    `\\b(?:dear|attention|hey|hello|note to|message (?:to|for)|instructions? (?:to|for)) (?:the |any |all )?(?:automated |AI |LLM )?${JUDGE}\\b`,
    'i',
  ),
  new RegExp(
    `\\b${JUDGE}\\b.{0,40}\\b(?:should|must|please|shall|need to|have to)\\b.{0,60}\\b(?:pass|approve|accept|correct|full|maximum|perfect|highest|${MARK})`,
    'i',
  ),
  new RegExp(
    `\\b(?:give|award|assign|grant|deserves?)\\b.{0,40}\\b(?:full|maximum|perfect|highest|top|best)\\b.{0,20}\\b${MARK}\\b`,
    'i',
  ),
  /\b(?:you are|acting as) (?:an? |the )(?:\w+ ){0,2}(?:grader|judge|evaluator|assessor)\b/i,
  /<\|?(?:im_start|im_end|system|endoftext)\|?>|\[\/?INST\]/i,
];

/**
 * Finds added text that addresses a grader, a judge or a scoring system. Suspect: a project about
 * language models may contain such text for good reasons.
 */
export const promptInjection: StaticCheck = ({ strict, strictReference }) => {
  const { goldenState, fullLines } = strictReference;
  const known = [...fullLines.values(), ...goldenState.lines.values()].flat();
  return Promise.resolve(injectionFindings(strict.state.lines, new Set(known)));
};

/**
 * @param changed text of the files that the patch changes or adds
 * @param known lines of base and golden, which no attempt added
 */
export function injectionFindings(
  changed: ReadonlyMap<string, readonly string[]>,
  known: ReadonlySet<string>,
): readonly IntegrityFinding[] {
  const found = [...changed].flatMap(([file, lines]) => {
    const line = lines.find(
      (text) => !known.has(text) && ADDRESSES.some((pattern) => pattern.test(text)),
    );
    return line === undefined ? [] : [{ file, line }];
  });
  const [first] = found;
  if (first === undefined) return [];
  const detail = `added text addresses a judge: "${first.line.trim().slice(0, 120)}"`;
  return [
    findingAbout(
      { kind: 'prompt-injection', severity: 'suspect', detail },
      found.map(({ file }) => bytePath(file)),
    ),
  ];
}
