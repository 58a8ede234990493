/** In-flight work gets this long to finish after SIGTERM. */
const GRACE_MS = 10_000;

const asked = new AbortController();
/** Aborted when the process has been asked to end, by SIGTERM or Ctrl-C. It ends then within `GRACE_MS`, with exit code 0. */
export const stopping = asked.signal;

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    if (asked.signal.aborted) return;
    setTimeout(() => process.exit(0), GRACE_MS).unref();
    asked.abort();
  });
}

/** Calls `close` when the process is asked to end, or at once where it has been. */
export function whenStopped(close: () => void): void {
  if (stopping.aborted) close();
  else stopping.addEventListener('abort', close, { once: true });
}
