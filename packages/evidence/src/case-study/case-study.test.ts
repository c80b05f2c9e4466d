import { expect, test } from 'vitest';
import type { AttemptView } from '../schema/attempt-view.ts';
import type { DiffFile } from '../schema/diff-view.ts';
import { caseStudyMarkdown, writeCaseStudy, type CaseStudyRequest } from './write-case-study.ts';

function file(path: string, lines: number): DiffFile {
  return {
    path,
    oldPath: null,
    status: 'modified',
    binary: false,
    added: lines,
    removed: 0,
    truncated: 0,
    hunks: [
      {
        header: '@@',
        lines: Array.from({ length: lines }, (_, index) => ({
          kind: 'added' as const,
          old: null,
          new: index + 1,
          text: `code ${index}`,
        })),
      },
    ],
  };
}

function attempt(agent: string): AttemptView {
  const step = { phase: 'direct', source: 'agent' as const, at: null, reasoning: '', cut: 0 };
  return {
    schema: 1,
    kind: 'refbench-attempt-view',
    run: 'r',
    key: `o__r-00000001/${agent}/1/1`,
    instance: 'o__r-00000001',
    agent,
    repeat: 1,
    attempt: 1,
    task: '',
    outcome: 'completed',
    outcomeDetails: [],
    warnings: [],
    score: null,
    findings: [],
    rules: [],
    tests: null,
    plans: [],
    judgeReason: null,
    spending: [],
    behaviour: null,
    logs: [],
    notKept: [],
    diff: [file('src/a.ts', 3)],
    steps: [
      {
        ...step,
        step: 1,
        message: 'I look.',
        calls: [],
        inputTokens: null,
        outputTokens: null,
      },
    ],
  };
}

/** A client that gives these answers, one after the other, and records the prompts. */
function scripted(...answers: readonly unknown[]) {
  const prompts: string[] = [];
  const ask: CaseStudyRequest['client']['ask'] = ({ prompt, schema }) => {
    const parsed = schema.safeParse(answers[prompts.length]);
    prompts.push(prompt);
    const cost = { usd: 0.5 };
    return Promise.resolve(
      parsed.success
        ? { kind: 'answered', value: parsed.data, cost }
        : { kind: 'failed', reason: parsed.error.message, cost },
    );
  };
  return { prompts, ask };
}

function request(client: CaseStudyRequest['client']): CaseStudyRequest {
  return {
    client,
    task: 'Rename it.',
    golden: [file('src/a.ts', 2)],
    a: attempt('first'),
    b: attempt('second'),
    signal: new AbortController().signal,
  };
}

const good = {
  summary: 'A is nearer.',
  closer: 'A',
  findings: [
    { about: 'A', claim: 'It renamed | all', citations: ['A:src/a.ts:2', 'A:src/none.ts:9'] },
    { about: 'B', claim: 'It looked', citations: ['B#1', 'golden:src/a.ts:1'] },
    { about: 'B', claim: 'Invented', citations: ['B:src/a.ts:99', 'B#7'] },
  ],
};

test('citations are checked, and findings without one are dropped and counted', async () => {
  const client = scripted(good);
  const study = await writeCaseStudy(request(client));
  expect(study).toMatchObject({ a: 'first', b: 'second', dropped: 1, usd: 0.5 });
  expect(study.findings.map(({ citations }) => citations)).toEqual([
    ['A:src/a.ts:2'],
    ['B#1', 'golden:src/a.ts:1'],
  ]);
  expect(client.prompts[0]).toContain('B:src/a.ts:3 + code 2');
  const text = caseStudyMarkdown(study);
  expect(text).toContain('| first | It renamed \\| all | A:src/a.ts:2 |');
  expect(text).toContain('1 more finding cited nothing that exists.');
});

test('an answer without evidence does not fit', async () => {
  const empty = scripted({ ...good, findings: good.findings.slice(2) });
  await expect(writeCaseStudy(request(empty))).rejects.toThrow(/no finding has evidence/);
  await expect(writeCaseStudy(request(scripted({})))).rejects.toMatchObject({
    kind: 'infra-incomplete',
  });
});
