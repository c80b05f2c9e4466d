import { afterAll } from 'vitest';

/** What modules that several files of one worker share have to do at the end of the present file. */
const endings = ((
  globalThis as { refbenchFileEndings?: (() => Promise<void>)[] }
).refbenchFileEndings ??= []);

afterAll(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});
