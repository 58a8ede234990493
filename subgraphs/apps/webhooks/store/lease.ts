/**
 * A process must record a claimed delivery's outcome within this time; then the claim is released (e.g. after
 * a worker was killed).
 */
export const LEASE_MS = 20_000;
