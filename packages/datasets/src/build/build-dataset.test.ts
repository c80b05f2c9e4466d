import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RefbenchError } from '@refbench/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDataset, type BuildDatasetOptions } from './build-dataset.ts';
import { candidateKey, type CandidateLine } from './candidate-list.ts';
import type { DatasetSteps, StepResult } from './steps.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refbench-dataset-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const done: StepResult = { kind: 'done', note: 'fine' };

function candidate(name: string, language: 'go' | 'rust' = 'go'): CandidateLine {
  return { repository: `someone/${name}`, golden: name.padEnd(40, '0'), language };
}

/** Steps that note every call, and of which tests replace some. */
function scripted(replaced: Partial<DatasetSteps> = {}): {
  readonly calls: string[];
  readonly steps: DatasetSteps;
} {
  const calls: string[] = [];
  const named =
    (step: 'texts' | 'rules' | 'environment' | 'admission') =>
    async (work: Parameters<DatasetSteps['texts']>[0]): Promise<StepResult> => {
      calls.push(`${step} ${work.candidate.repository.slice(8)}`);
      return (await replaced[step]?.(work)) ?? done;
    };
  return {
    calls,
    steps: {
      source: async (one, options) => {
        const name = one.repository.slice(8);
        calls.push(`source ${name}`);
        if (replaced.source !== undefined) return await replaced.source(one, options);
        const { language = 'go' } = one;
        return { kind: 'done', id: `someone__${name}-00000000`, language, note: 'fine' };
      },
      texts: named('texts'),
      rules: named('rules'),
      environment: named('environment'),
      admission: named('admission'),
    },
  };
}

function options(
  steps: DatasetSteps,
  candidates: readonly CandidateLine[],
  more: Partial<BuildDatasetOptions> = {},
): BuildDatasetOptions {
  return {
    candidates,
    steps,
    folder,
    want: candidates.length,
    jobs: 1,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...more,
  };
}

const [a, b, c] = [candidate('aa'), candidate('bb', 'rust'), candidate('cc')];

describe('buildDataset', () => {
  it('takes candidates through all steps until enough are admitted', async () => {
    const { calls, steps } = scripted();
    const funnel = await buildDataset(options(steps, [a, b, c], { want: 2 }));
    expect(funnel.admitted).toEqual(['someone__aa-00000000', 'someone__bb-00000000']);
    expect(funnel.untouched).toBe(1);
    expect(calls).toEqual(
      ['aa', 'bb'].flatMap((name) =>
        ['source', 'texts', 'rules', 'environment', 'admission'].map((step) => `${step} ${name}`),
      ),
    );
  });

  it('takes the next candidate for one that drops out, and keeps the reason', async () => {
    const { calls, steps } = scripted({
      rules: ({ id }) =>
        Promise.resolve(id.includes('aa') ? { kind: 'dropped', reason: 'no rule' } : done),
    });
    const funnel = await buildDataset(options(steps, [a, b], { want: 1 }));
    expect(funnel.admitted).toEqual(['someone__bb-00000000']);
    expect(calls).not.toContain('environment aa');
    expect(funnel.steps.find(({ step }) => step === 'rules')).toEqual({
      step: 'rules',
      passed: 1,
      dropped: [{ candidate: candidateKey(a), reason: 'no rule' }],
    });
  });

  it('does nothing twice after it was killed in any step', async () => {
    for (const step of ['texts', 'rules', 'environment', 'admission'] as const) {
      await rm(folder, { recursive: true, force: true });
      const killed = scripted({ [step]: () => Promise.reject(new Error('killed')) });
      await expect(buildDataset(options(killed.steps, [a, b]))).rejects.toThrow('killed');
      const again = scripted();
      const funnel = await buildDataset(options(again.steps, [a, b]));
      expect(funnel.admitted).toHaveLength(2);
      const finished = new Set(killed.calls.slice(0, -1));
      expect(again.calls.filter((call) => finished.has(call))).toEqual([]);
      expect(again.calls[0]).toBe(`${step} aa`);
    }
  });

  it('does not try dropped candidates again, unless it is told to', async () => {
    const drops = scripted({ texts: () => Promise.resolve({ kind: 'dropped', reason: 'no' }) });
    await buildDataset(options(drops.steps, [a]));
    const later = scripted();
    expect((await buildDataset(options(later.steps, [a]))).admitted).toEqual([]);
    expect(later.calls).toEqual([]);
    const retry = [candidateKey(a)];
    const funnel = await buildDataset(options(later.steps, [a], { retry }));
    expect(funnel.admitted).toHaveLength(1);
    expect(later.calls[0]).toBe('texts aa');
    expect(funnel.steps.flatMap(({ dropped }) => dropped)).toEqual([]);
  });

  it('admits at most so many of a language, also after a restart', async () => {
    const first = scripted();
    await buildDataset(options(first.steps, [a], { perLanguage: 1 }));
    const { calls, steps } = scripted();
    const funnel = await buildDataset(options(steps, [a, c, b], { perLanguage: 1 }));
    expect(funnel.admitted).toEqual(['someone__aa-00000000', 'someone__bb-00000000']);
    expect(calls).toContain('source cc');
    expect(calls).not.toContain('texts cc');
  });

  it('stops all candidates if the machine fails, and continues with them later', async () => {
    const broken = new RefbenchError({ kind: 'engine', message: 'no engine', hint: 'start it' });
    const failing = scripted({ environment: () => Promise.reject(broken) });
    const both = options(failing.steps, [a, b, c], { jobs: 2 });
    await expect(buildDataset(both)).rejects.toBe(broken);
    expect(failing.calls).not.toContain('source cc');
    expect((await buildDataset(options(scripted().steps, [a, b, c]))).admitted).toHaveLength(3);
  });

  it('drops a candidate that is at fault, and goes on with the next one', async () => {
    const missing = new RefbenchError({ kind: 'repository', message: 'no commit', hint: 'clone' });
    const { steps } = scripted({
      rules: ({ id }) => (id.includes('aa') ? Promise.reject(missing) : Promise.resolve(done)),
    });
    const { admitted, steps: passed } = await buildDataset(options(steps, [a, b], { want: 1 }));
    expect(admitted).toEqual(['someone__bb-00000000']);
    expect(passed.flatMap(({ dropped }) => dropped)).toMatchObject([{ reason: 'no commit' }]);
  });

  it('never admits more than wanted with several jobs', async () => {
    const { steps } = scripted();
    const many = Array.from({ length: 9 }, (_, index) => candidate(`a${index}`));
    const funnel = await buildDataset(options(steps, many, { want: 4, jobs: 3 }));
    expect(funnel.admitted).toHaveLength(4);
  });

  it('refuses a second build in the same folder', async () => {
    const slow = scripted({
      texts: async () => {
        await expect.poll(() => refused).toBe(true);
        return done;
      },
    });
    let refused = false;
    const first = buildDataset(options(slow.steps, [a]));
    await expect.poll(() => slow.calls).toContain('texts aa');
    await expect(buildDataset(options(scripted().steps, [a]))).rejects.toMatchObject({
      kind: 'in-use',
    });
    refused = true;
    await first;
  });
});
