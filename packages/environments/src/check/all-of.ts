/** Like `Promise.all`, but waits for all before it fails, so that no container is left behind. */
export async function allOf<T extends readonly unknown[] | []>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
