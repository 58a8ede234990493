import { GraphQLError } from 'graphql';

/**
 * A protocol error: the status, code and text for an adapter's response (CONTRIBUTING.md). Only adapters
 * throw it; each has one error handler that prints it in its own format.
 */
export class ProtocolError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'ProtocolError';
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** GraphQL error codes for callers (docs/interface/graphql.md#errors); everything else is masked. */
export const GRAPHQL_ERROR_CODES = [
  'UNAUTHENTICATED',
  'ACCESS_DENIED',
  'ROLE_REQUIRED',
  'STEP_UP_REQUIRED',
  'FACTOR_REQUIRED',
  'TEAM_SUSPENDED',
  'PAYMENT_REQUIRED',
  'UNVERIFIED',
  'THROTTLED',
  'MAX_COST_EXCEEDED',
  'DOCUMENT_NOT_FOUND',
  'BAD_USER_INPUT',
  'MIXED_CURRENCIES',
  'REPORT_NOT_READY',
  'GRAPHQL_VALIDATION_FAILED',
  'INTERNAL_SERVER_ERROR',
] as const;
export type GraphqlErrorCode = (typeof GRAPHQL_ERROR_CODES)[number];

/** Creates the error for an invalid argument; the message names the argument, the reason and the fix. */
export const badInput = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' satisfies GraphqlErrorCode } });
