import type { GraphQLError } from 'graphql';
import type { Logger } from '#kit/log.ts';
import { rootCause } from '../engine/errors.ts';
import { publicCode } from './mask.ts';

/** Logs error details that callers don't see, under the request id that callers do see. */
export function reportErrors(log: Logger, errors: readonly GraphQLError[], requestId: string): void {
  for (const error of errors) {
    if (publicCode(error.extensions.code) !== 'INTERNAL_SERVER_ERROR') continue;
    log.error(
      { err: rootCause(error), path: error.path, request_id: requestId },
      'Failed to resolve a field of the developer API',
    );
  }
}
