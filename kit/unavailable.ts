/** Code of errors that say: a part we depend on does not answer, nothing is wrong with the request. */
export const UNAVAILABLE = 'UNAVAILABLE';

/** Callers are asked to come back after this long: connections are tried again twice a second. */
export const RETRY_AFTER_SECONDS = 2;

/** What callers read. */
export const UNAVAILABLE_MESSAGE = `The service cannot answer at the moment: try again in ${RETRY_AFTER_SECONDS} s.`;

/** A part we depend on, the database above all, does not answer. Adapters answer 503 with `Retry-After`. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly code = UNAVAILABLE;
}

/** Whether an error, or what caused it, is an `Unavailable`; libraries copy its code onto errors of their own. */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; isObject(cause) && depth < MOST_CAUSES; depth++) {
    if (cause.code === UNAVAILABLE) return true;
    cause = cause.originalError ?? cause.cause;
  }
  return false;
}

const MOST_CAUSES = 10;

/** Some libraries hand on errors as plain objects. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
