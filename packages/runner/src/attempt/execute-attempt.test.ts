import { readdir } from 'node:fs/promises';
import { temporaryFolder } from '@refbench/test-helpers';
import { expect, it } from 'vitest';
import type { AttemptOptions } from './attempt-options.ts';
import { executeAttempt } from './execute-attempt.ts';

it('pays no model for an attempt that can get no score', async () => {
  await using folder = await temporaryFolder();
  const run = { kind: 'no-verdict', reason: 'the suite was still running after 300 s' };
  const options = {
    agentFolder: folder.path,
    submission: { name: 'mine', model: { name: 'some-model' } },
    context: {
      prepared: { instance: { id: 'a__b-00000000' } },
      baseline: { base: [run], golden: [run] },
    },
  } as unknown as AttemptOptions;
  await expect(executeAttempt(options)).rejects.toMatchObject({
    kind: 'infra-incomplete',
    message: expect.stringMatching(/not started.*the suite on base: .* after 300 s/) as unknown,
    hint: expect.stringContaining('refbench calibrate a__b-00000000') as unknown,
  });
  expect(await readdir(folder.path)).toEqual([]);
});
