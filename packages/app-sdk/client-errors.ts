/** An expected "no" of a mutation. */
export interface UserError {
  /** Path of the argument it is about. */
  readonly field?: readonly string[] | null;
  readonly message: string;
  /** Stable, for programs: `ALREADY_ASSIGNED`, `INVALID_TRANSITION`, … */
  readonly code?: string | null;
}

/** An error as GraphQL answers it. */
export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string } & Readonly<Record<string, unknown>>;
}

/** A mutation was refused for a reason the app can act on. Asking the same again gets the same answer. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly userErrors: readonly UserError[];

  constructor(userErrors: readonly UserError[]) {
    super(userErrors.map(({ message }) => message).join(' '));
    this.userErrors = userErrors;
  }

  /** Whether one of the reasons has this code. */
  has(code: string): boolean {
    return this.userErrors.some((error) => error.code === code);
  }
}

interface Failure {
  readonly status: number | null;
  readonly errors: readonly GraphqlError[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly cause?: unknown;
}

/** The API refused the request, or could not be asked. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
  readonly errors: readonly GraphqlError[];
  /** `UNAUTHENTICATED`, `ACCESS_DENIED`, `THROTTLED`, …; null if the answer was not GraphQL's. */
  readonly code: string | null;
  /** Quote it when you ask for help. */
  readonly requestId: string | null;
  /** When to come back, where the API reports it. */
  readonly retryAfterSeconds: number | null;

  constructor({ status, errors, requestId, retryAfterSeconds, cause }: Failure) {
    super(messageOf(status, errors, cause), { cause });
    this.status = status;
    this.errors = errors;
    this.code = errors[0]?.extensions?.code ?? null;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function messageOf(status: number | null, errors: readonly GraphqlError[], cause: unknown): string {
  if (errors.length > 0) return errors.map(({ message }) => message).join(' ');
  if (status !== null) return `The API answered with status ${status}.`;
  return `The API could not be asked: ${cause instanceof Error ? cause.message : String(cause)}`;
}
