import type { PlannedRule } from '../matches/rule-engine.ts';
import type { OpengrepRule, SourceFile } from '../rule/rule.ts';
import type { FileOutcome } from './scan-batch.ts';

interface Request {
  readonly rules: readonly PlannedRule<OpengrepRule>[];
  readonly files: readonly SourceFile[];
  readonly signal: AbortSignal | undefined;
}

interface Waiting extends Request {
  readonly resolve: (outcomes: readonly FileOutcome[]) => void;
  readonly reject: (error: unknown) => void;
}

type RunBatch = (batch: {
  readonly rules: readonly PlannedRule<OpengrepRule>[];
  readonly files: readonly SourceFile[];
  readonly signal: AbortSignal;
}) => Promise<readonly FileOutcome[]>;

/**
 * Runs requests with at most one process per set of rules. Requests that arrive while a process runs
 * are combined in the next one, and a file that several requests share is scanned once.
 */
export class BatchQueue {
  private readonly runBatch: RunBatch;
  /** Waiting requests by rules. An entry exists while a process runs for the rules. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(runBatch: RunBatch) {
    this.runBatch = runBatch;
  }

  add(request: Request): Promise<readonly FileOutcome[]> {
    const key = request.rules.map(({ rule, index }) => `${index} ${rule.digest}`).join('\n');
    return new Promise((resolve, reject) => {
      const one = { ...request, resolve, reject };
      const others = this.waiting.get(key);
      if (others !== undefined) others.push(one);
      else {
        this.waiting.set(key, [one]);
        void this.drain(key);
      }
    });
  }

  private async drain(key: string): Promise<void> {
    for (;;) {
      // Waits so that requests of the same event loop turn are combined.
      await new Promise((resolve) => void setImmediate(resolve));
      const batch = this.waiting.get(key) ?? [];
      if (batch.length === 0) break;
      this.waiting.set(key, []);
      await this.runTogether(batch);
    }
    this.waiting.delete(key);
  }

  private async runTogether(requests: readonly Waiting[]): Promise<void> {
    const { files, places } = distinctFiles(requests);
    using stop = whenAllAbort(requests.map(({ signal }) => signal));
    try {
      const rules = requests[0]?.rules ?? [];
      const outcomes = await this.runBatch({ rules, files, signal: stop.signal });
      for (const [index, { resolve }] of requests.entries()) {
        resolve((places[index] ?? []).flatMap((place) => outcomes[place] ?? []));
      }
    } catch (error) {
      for (const { reject } of requests) reject(error);
    }
  }
}

/** Removes duplicate files and maps each request to its files. */
function distinctFiles(requests: readonly Request[]): {
  readonly files: readonly SourceFile[];
  readonly places: readonly (readonly number[])[];
} {
  const files: SourceFile[] = [];
  const byPath = new Map<string, number[]>();
  const places = requests.map((request) =>
    request.files.map((file) => {
      const same = byPath.get(file.path) ?? [];
      byPath.set(file.path, same);
      const known = same.find((place) => isSame(files[place], file));
      if (known !== undefined) return known;
      same.push(files.length);
      return files.push(file) - 1;
    }),
  );
  return { files, places };
}

function isSame(left: SourceFile | undefined, right: SourceFile): boolean {
  return (
    left !== undefined &&
    (left.executable ?? false) === (right.executable ?? false) &&
    left.bytes.equals(right.bytes)
  );
}

/** Returns a signal that aborts when all requests were aborted. */
function whenAllAbort(
  signals: readonly (AbortSignal | undefined)[],
): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const known = signals.filter((signal) => signal !== undefined);
  const check = (): void => {
    const [first] = known;
    if (known.length === signals.length && known.every(({ aborted }) => aborted)) {
      controller.abort(first?.reason);
    }
  };
  for (const signal of known) signal.addEventListener('abort', check);
  check();
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const signal of known) signal.removeEventListener('abort', check);
    },
  };
}
