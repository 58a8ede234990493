const AT_ONCE = 8;

/**
 * Runs the work for every entry, a few at a time. A failure doesn't stop the other entries; afterwards all
 * errors are thrown together.
 */
export async function forEachAtOnce<T>(
  entries: readonly T[],
  work: (entry: T) => Promise<unknown>,
): Promise<void> {
  const left = entries.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const entry of left) await work(entry).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (failures.length) throw new AggregateError(failures, `${failures.length} of ${entries.length} failed.`);
}
