/** Time for in-flight work to finish after SIGTERM. */
const GRACE_MS = 10_000;

const asked = new AbortController();
/**
 * Aborted when the process receives SIGTERM or Ctrl-C. The process then ends within `GRACE_MS`, with exit
 * code 0.
 */
export const stopping = asked.signal;

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (asked.signal.aborted) return;
    setTimeout(() => process.exit(0), GRACE_MS).unref();
    asked.abort();
  });
}

/** Calls `close` when the process receives a stop signal, or immediately if it already has. */
export function whenStopped(close: () => void): void {
  if (stopping.aborted) close();
  else stopping.addEventListener('abort', close, { once: true });
}
