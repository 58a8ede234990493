/** How long an assignment provider has where the host said nothing: 15 minutes, in milliseconds. */
export const DEFAULT_SLA_MS = 15 * 60_000;

/** The longest a host may set: 24 hours, in milliseconds. */
export const MAX_SLA_MS = 24 * 60 * 60_000;

/** Why an SLA cannot be set, as a whole sentence; null when it can. `minMs` is a setting (docs/interface/tasks.md#sla). */
export function slaProblem(slaMs: number, minMs: number): string | null {
  if (slaMs >= minMs && slaMs <= MAX_SLA_MS) return null;
  return `The time to assign must be between ${minMs / 1000} and ${MAX_SLA_MS / 1000} seconds.`;
}

/** The instant at which the fallback takes over a task that is open since `openSince`. */
export function assignBy(openSince: Date, slaMs: number): Date {
  return new Date(openSince.getTime() + slaMs);
}
