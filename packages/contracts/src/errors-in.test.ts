import { expect, it } from 'vitest';
import { errorsIn } from './errors-in.ts';

function failing(message: string): AsyncDisposable {
  return { [Symbol.asyncDispose]: () => Promise.reject(new Error(message)) };
}

async function caught(work: () => Promise<void>): Promise<unknown> {
  return await work().then(
    () => undefined,
    (error: unknown) => error,
  );
}

it('returns the first error, then the errors at the ends of the scopes', async () => {
  const error = await caught(async () => {
    await using _outer = failing('outer');
    await using _inner = failing('inner');
    await Promise.reject(new Error('work'));
  });
  const messages = errorsIn(error).map((one) => (one instanceof Error ? one.message : one));
  expect(messages).toEqual(['work', 'inner', 'outer']);
});

it('returns an error of several scopes once, and any other error unchanged', async () => {
  const same = new Error('same');
  const resource: AsyncDisposable = { [Symbol.asyncDispose]: () => Promise.reject(same) };
  const error = await caught(async () => {
    await using _one = resource;
    await using _other = resource;
    await Promise.resolve();
  });
  expect(errorsIn(error)).toEqual([same]);
  expect(errorsIn('text')).toEqual(['text']);
});
