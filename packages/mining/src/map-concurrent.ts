/**
 * Does the work for each item, `jobs` of them at once, begun in their order. After a failure nothing more
 * is begun; it is thrown when all that runs has ended, so that what the work holds is closed by then.
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
