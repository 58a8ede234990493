/** Who claimed a delivery must say what became of it within this long; then it is free again (a killed worker's are). */
export const LEASE_MS = 20_000;
