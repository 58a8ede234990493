import type { Viewer } from './viewer.ts';

/** An operation as codegen writes it: its text, and types that say what it takes and returns. */
export interface Operation<TResult, TVariables> {
  readonly text: string;
  /** Never set: carries the types. */
  readonly types?: (variables: TVariables) => TResult;
}

/** Who runs an operation, and under which request. */
export interface Caller {
  readonly viewer: Viewer;
  readonly requestId: string;
  /** Network address a person's or an app's request came from, for the audit trail; left out where no one asks for it. */
  readonly address?: string | null;
}

/**
 * Runs one internal operation on the internal view of the supergraph and returns its data.
 * Throws `OperationError` when the answer has errors: partial data is never handed on.
 */
export type Execute = <TResult, TVariables>(
  operation: Operation<TResult, TVariables>,
  variables: TVariables,
  caller: Caller,
) => Promise<TResult>;

/** What went wrong in an internal operation; `code` is the first error's, `INTERNAL_SERVER_ERROR` where it has none. */
export class OperationError extends Error {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(
    message: string,
    options: {
      readonly code: string;
      readonly path?: readonly (string | number)[];
      readonly extensions?: Readonly<Record<string, unknown>>;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: options.cause });
    this.name = 'OperationError';
    this.code = options.code;
    this.path = options.path ?? [];
    this.extensions = options.extensions ?? {};
  }
}
