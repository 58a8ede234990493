import type { SubgraphContext } from '#db/context.ts';
import { OperationError } from '#kit/execute.ts';
import type { BookingRequest } from '../../store/entities.ts';
import { giveBack } from './hold-request.ts';

/** Releases an ended request's nights immediately; the next sweep retries failures. */
export async function releaseEnded(ctx: SubgraphContext, request: BookingRequest | null): Promise<void> {
  if (request === null || request.holdId === null || request.status === 'pending') return;
  try {
    await giveBack(ctx, request.holdId);
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    ctx.log.warn(
      { err: error, request: request.reference },
      "Failed to release a request's nights; retrying later",
    );
  }
}
