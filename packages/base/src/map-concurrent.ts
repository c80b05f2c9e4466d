/**
 * Calls `work` for each item, in order and with up to `jobs` calls at once. After a failure no
 * further call starts. The first error is thrown when all running calls have ended, so that their
 * resources are released.
 */
export async function mapConcurrent<T>(
  items: readonly T[],
  jobs: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const failures: unknown[] = [];
  const run = async (): Promise<void> => {
    for (const item of queue) {
      if (failures.length > 0) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, run));
  if (failures.length > 0) throw failures[0];
}
