/** Error code when a dependency doesn't respond; the request itself is fine. */
export const UNAVAILABLE = 'UNAVAILABLE';

/** Suggested retry delay: connections are retried twice a second. */
export const RETRY_AFTER_SECONDS = 2;

/** Message for callers. */
export const UNAVAILABLE_MESSAGE = `The service is unavailable at the moment. Try again in ${RETRY_AFTER_SECONDS} s.`;

/** A dependency, usually the database, doesn't respond. Adapters return 503 with `Retry-After`. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly code = UNAVAILABLE;
}

/** True if an error or its cause is an `Unavailable`; libraries copy its code to their own errors. */
export function isUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; isObject(cause) && depth < MOST_CAUSES; depth++) {
    if (cause.code === UNAVAILABLE) return true;
    cause = cause.originalError ?? cause.cause;
  }
  return false;
}

const MOST_CAUSES = 10;

/** Some libraries pass errors on as plain objects. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
