/** Default time for an assignment provider: 15 minutes, in milliseconds. */
export const DEFAULT_SLA_MS = 15 * 60_000;

/** Longest SLA a host can set: 24 hours, in milliseconds. */
export const MAX_SLA_MS = 24 * 60 * 60_000;

/**
 * Returns the reason an SLA is invalid, as a sentence; null if valid. `minMs` is a setting
 * (docs/interface/tasks.md#sla).
 */
export function slaProblem(slaMs: number, minMs: number): string | null {
  if (slaMs >= minMs && slaMs <= MAX_SLA_MS) return null;
  return `The time to assign must be between ${minMs / 1000} and ${MAX_SLA_MS / 1000} seconds.`;
}

/** Returns when the fallback takes over a task open since `openSince`. */
export function assignBy(openSince: Date, slaMs: number): Date {
  return new Date(openSince.getTime() + slaMs);
}
