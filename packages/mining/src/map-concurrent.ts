/**
 * Does the work for each item, at most `jobs` at a time, in the order of the items. After a failure no
 * further work starts. The first failure is thrown when all running work has ended.
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
