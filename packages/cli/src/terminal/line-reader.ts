import { createInterface } from 'node:readline';

/** Reads answers of a person, or lines of a file that standard input was redirected from. */
export interface LineReader extends Disposable {
  /** Undefined at the end of the input. */
  readonly ask: (question: string) => Promise<string | undefined>;
  /** Leaves standard input to another program while the work is running. */
  readonly lend: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Asks on standard error, so that standard output can be redirected to a file. */
export function lineReader(): LineReader {
  const lines = createInterface({ input: process.stdin });
  const iterator = lines[Symbol.asyncIterator]();
  return {
    async ask(question) {
      process.stderr.write(question);
      const next = await iterator.next();
      return next.done === true ? undefined : next.value;
    },
    async lend(work) {
      lines.pause();
      try {
        return await work();
      } finally {
        lines.resume();
      }
    },
    [Symbol.dispose]: () => lines.close(),
  };
}
