/**
 * Runs `work` one at a time. The returned function resolves after a whole run that began after the call;
 * waiting calls receive the same run. A failed run rejects for its callers and lets the next one start.
 */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  return () => {
    waiting ??= running
      .catch(() => undefined)
      .then(() => {
        waiting = null;
        running = work();
        return running;
      });
    return waiting;
  };
}
