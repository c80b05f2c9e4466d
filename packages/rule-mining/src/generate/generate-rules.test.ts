import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readProvenance } from '@refbench/rulesets';
import { expect, test } from 'vitest';
import type { Explorer } from './explorer.ts';
import {
  AgentBed,
  call,
  exploring,
  FINISHING,
  inOrder,
  registering,
  SECRET,
} from './generate.testkit.ts';

const PATIENT = { timeout: 240_000 };

async function transcriptOf(bed: AgentBed): Promise<readonly Record<string, unknown>[]> {
  const text = await readFile(bed.path('agent/transcript.jsonl'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a model explores, registers, repairs a leaking rule and finishes', PATIENT, async () => {
  await using bed = await AgentBed.open();
  const repaired = `${call('leaky', 'leaky')}constraints: { A: { regex: '^[1-9]' } }\n`;
  const { generation, asked } = await bed.run(
    inOrder(
      exploring("rg -n 'old' . | head -n 3"),
      exploring('git show golden:a.ts'),
      exploring('cat ../golden/a.ts > copy'),
      registering('reductive', `${call('old', 'old')}---\n${call('none', 'absent')}`),
      registering('additive', call('leaky', 'leaky')),
      registering('additive', repaired),
      registering('reductive', call('back', 'back')),
      FINISHING,
    ),
  );
  expect(generation).toMatchObject({
    end: 'finished',
    turns: 8,
    registered: [
      { id: 'old', side: 'reductive' },
      { id: 'leaky', side: 'additive' },
    ],
  });
  expect(generation.usd).toBeCloseTo(8 * 0.0045, 9);
  expect(bed.explored).toEqual(["rg '-n' 'old' '.' </dev/null | head '-n' '3'"]);
  const last = asked.at(-1) ?? '';
  expect(last).toContain('Replace old by fresh.');
  expect(last).toContain('Refused: \\"git\\" is not available');
  expect(last).toContain('Refused: redirections are not available');
  expect(last).toContain('refused (no-match)  none  base 0 golden 0');
  // The witness of the leaking rule is on base, so the model may see it.
  expect(last).toContain('for example on base, a.ts:4:\\n  | leaky(0);');
  // The places of the other one are on golden.
  expect(last).toContain('refused (leaks)  back  base 11 golden 1');
  expect(last).toContain('the wrong matches are on golden, which is not shown');
  expect(asked.join('\n')).not.toContain(SECRET);
  expect(asked.join('\n')).not.toContain(bed.folder.path);
  expect(await readdir(bed.path('rules/additive'))).toEqual(['leaky.yml']);
  const { rules } = await readProvenance(bed.path('rules'));
  expect(rules.find(({ rule }) => rule === 'leaky')).toMatchObject({
    by: { kind: 'model' },
    how: 'generate',
  });
  const lines = await transcriptOf(bed);
  expect(lines.map(({ role }) => role)).toEqual([
    'start',
    'user',
    ...Array.from({ length: 8 }, () => ['model', 'results']).flat(),
    'end',
  ]);
});

test(
  'a budget, a number of turns and a time end the work and keep its rules',
  PATIENT,
  async () => {
    await using bed = await AgentBed.open();
    const script = inOrder(
      registering('reductive', call('old', 'old')),
      registering('additive', call('fresh', 'fresh')),
      FINISHING,
    );
    const limits = { budgetUsd: 5, turns: 150, wallClockMs: 600_000 };
    const one = await bed.run(script, { limits: { ...limits, turns: 1 } });
    expect(one.generation).toMatchObject({ end: 'turns', turns: 1 });
    expect(one.generation.registered).toEqual([{ id: 'old', side: 'reductive' }]);
    const poor = await bed.run(script, { limits: { ...limits, budgetUsd: 0.01 } });
    expect(poor).toMatchObject({ generation: { end: 'budget', turns: 1 }, asked: [] });
    const late = await bed.run(script, { limits: { ...limits, wallClockMs: 1 } });
    expect(late).toMatchObject({ generation: { end: 'time', turns: 1 }, asked: [] });
    expect(await readdir(bed.path('rules'))).toContain('reductive');
    // With larger limits, the same call goes on.
    const rest = await bed.run(script);
    expect(rest.generation).toMatchObject({ end: 'finished', turns: 3 });
    expect(rest.asked).toHaveLength(2);
    // What is finished costs nothing again.
    const again = await bed.run(script);
    expect(again).toMatchObject({ generation: { end: 'finished', turns: 3 }, asked: [] });
    expect(again.generation.usd).toBe(rest.generation.usd);
  },
);

test('the time limit stops a step in progress', PATIENT, async () => {
  await using bed = await AgentBed.open();
  const script = inOrder(exploring('ls'), FINISHING);
  const limits = { budgetUsd: 5, turns: 9, wallClockMs: 1_500 };
  const explorer: Explorer = {
    run: (_script, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  };
  const { generation } = await bed.run(script, { limits, explorer });
  expect(generation).toMatchObject({ end: 'time', turns: 1 });
  expect(generation.seconds).toBeGreaterThan(1.4);
  // Its time counts, so the same limit leaves none.
  expect((await bed.run(script, { limits })).generation.end).toBe('time');
  expect((await bed.run(script)).generation).toMatchObject({ end: 'finished', turns: 2 });
});

test(
  'calls without recorded results run again, and what they registered is no duplicate',
  PATIENT,
  async () => {
    await using bed = await AgentBed.open();
    const script = inOrder(
      exploring('ls'),
      registering('reductive', call('old', 'old')),
      FINISHING,
    );
    await bed.run(script);
    // As after a kill between the registration and the record of its results.
    const file = bed.path('agent/transcript.jsonl');
    const lines = (await readFile(file, 'utf8')).split('\n');
    const cut = lines.findLastIndex((line) => line.includes('"registered":[{'));
    await writeFile(file, `${lines.slice(0, cut).join('\n')}\n{"role":"resul`);
    const { generation, asked } = await bed.run(script);
    expect(generation).toMatchObject({
      end: 'finished',
      turns: 3,
      registered: [{ id: 'old', side: 'reductive' }],
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('1 accepted, 0 refused');
  },
);

test(
  'a transcript of other settings, a damaged one, and a full ruleset are refused',
  PATIENT,
  async () => {
    await using bed = await AgentBed.open();
    const script = inOrder(registering('reductive', call('old', 'old')), FINISHING);
    await bed.run(script);
    await expect(bed.run(script, { task: 'Something else.' })).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('these differ: instance_digest') as string,
    });
    await expect(bed.run(script, { rulesDir: bed.path('other') })).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('these differ: ruleset') as string,
    });
    const file = bed.path('agent/transcript.jsonl');
    await writeFile(
      file,
      (await readFile(file, 'utf8')).replace('"role":"model"', '"role":"mode"'),
    );
    await expect(bed.run(script)).rejects.toMatchObject({ kind: 'invalid-file' });
    await rm(file);
    await expect(bed.run(script)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('contains rules already') as string,
    });
  },
);

test(
  'an interruption stops after the running step, and the provider is an error',
  PATIENT,
  async () => {
    await using bed = await AgentBed.open();
    const drain = new AbortController();
    const reason = new Error('interrupted');
    const onProgress = (text: string): void => {
      if (text.startsWith('explore')) drain.abort(reason);
    };
    const script = inOrder(exploring('ls'), FINISHING);
    await expect(bed.run(script, { drain: drain.signal, onProgress })).rejects.toBe(reason);
    expect((await transcriptOf(bed)).at(-1)).toMatchObject({ role: 'results' });
    await expect(bed.run([{ fault: { status: 500 } }])).rejects.toMatchObject({
      kind: 'infra-incomplete',
    });
    expect((await bed.run(script)).generation).toMatchObject({ end: 'finished', turns: 2 });
  },
);

test(
  'mined rules are a start, and a transcript with them is not continued without',
  PATIENT,
  async () => {
    await using bed = await AgentBed.open();
    let asked = 0;
    const candidates = async (): ReturnType<typeof bed.mined> => {
      asked += 1;
      return await bed.mined();
    };
    const script = inOrder(
      registering('reductive', call('old', 'old')),
      registering('additive', call('fresh', 'fresh')),
      FINISHING,
    );
    const limits = { budgetUsd: 5, turns: 1, wallClockMs: 600_000 };
    const first = await bed.run(script, { candidates, limits });
    const [prompt = ''] = first.asked;
    expect(prompt).toContain('Proposed additive rules');
    expect(prompt).toContain('fresh($');
    expect(prompt).toContain('old($');
    await expect(bed.run(script)).rejects.toMatchObject({
      kind: 'usage',
      message: expect.stringContaining('these differ: prompt') as string,
    });
    const rest = await bed.run(script, { candidates });
    expect(rest.generation).toMatchObject({ end: 'finished', turns: 3 });
    expect(rest.asked[0]).toContain('Proposed additive rules');
    // They are mined once.
    expect(asked).toBe(1);
  },
);
