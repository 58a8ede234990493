import { EgressLate, EgressTooLarge } from './http.ts';

/**
 * Explains to people why a file couldn't be fetched from their URL. Our addresses, resolved addresses and
 * ports stay in the log: with them, anyone could map our network.
 */
export function failureText(error: unknown, mostBytes: number): string {
  if (error instanceof EgressLate) return "it didn't respond in time.";
  const isTooLarge =
    error instanceof EgressTooLarge ||
    (error instanceof Error && 'code' in error && error.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE'); // undici's own limit
  return isTooLarge ? `the file is larger than ${mostBytes / 1_000_000} MB.` : "it isn't reachable.";
}
