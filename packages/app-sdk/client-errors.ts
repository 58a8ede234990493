/** A mutation's expected refusal. */
export interface UserError {
  /** Path to the invalid argument. */
  readonly field?: readonly string[] | null;
  readonly message: string;
  /** Stable code for programs: `ALREADY_ASSIGNED`, `INVALID_TRANSITION`, … */
  readonly code?: string | null;
}

/** A GraphQL error. */
export interface GraphqlError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string } & Readonly<Record<string, unknown>>;
}

/** A mutation was refused for a reason that the app can act on. A retry gets the same result. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly userErrors: readonly UserError[];

  constructor(userErrors: readonly UserError[]) {
    super(userErrors.map(({ message }) => message).join(' '));
    this.userErrors = userErrors;
  }

  /** True if one of the reasons has this code. */
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

/** The API refused the request or couldn't be reached. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
  readonly errors: readonly GraphqlError[];
  /** `UNAUTHENTICATED`, `ACCESS_DENIED`, `THROTTLED`, …; null if the response isn't GraphQL. */
  readonly code: string | null;
  /** Request id to quote when you ask for help. */
  readonly requestId: string | null;
  /** Seconds to wait before a retry, if the API reports them. */
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
  if (status !== null) return `The API returned status ${status}.`;
  return `The API couldn't be reached: ${cause instanceof Error ? cause.message : String(cause)}`;
}
