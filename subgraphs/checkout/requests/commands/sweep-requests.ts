import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { RequestMove } from '../../domain/request-status.ts';
import { BookingRequestEntity } from '../../store/entities.ts';
import { closedStorefrontsDocument } from '../operations/generated.ts';
import { releaseEnded } from '../operations/release-ended.ts';
import { type MovedTo, moveRequest } from '../steps/move-request.ts';

const BATCH = 100;

/**
 * Expires unanswered requests and declines requests on closed storefronts. Safe to repeat and to run
 * concurrently.
 */
export async function sweepRequests(ctx: SubgraphContext): Promise<void> {
  const now = ctx.clock.now();
  while ((await endSome(ctx, { respondBy: { $lte: now } }, 'expire')) === BATCH);
  const { requestedStorefronts } = await ctx.execute(closedStorefrontsDocument, {}, ctx);
  const closed = requestedStorefronts.filter(({ status }) => status === 'closed').map(({ id }) => Number(id));
  const declined = { declineReason: 'dates_not_available' } as const;
  if (closed.length > 0) {
    while ((await endSome(ctx, { storefrontId: { $in: closed } }, 'decline', declined)) === BATCH);
  }
}

/** Ends one batch in one transaction; returns its size. */
async function endSome(
  ctx: SubgraphContext,
  which:
    | { readonly respondBy: { readonly $lte: Date } }
    | { readonly storefrontId: { readonly $in: number[] } },
  move: RequestMove,
  to: MovedTo = {},
): Promise<number> {
  const ended = await inTransaction(ctx, async (em) => {
    const requests = await em.find(
      BookingRequestEntity,
      { status: 'pending', ...which },
      { orderBy: { number: 'asc' }, limit: BATCH, lockMode: LockMode.PESSIMISTIC_PARTIAL_WRITE },
    );
    const moved = [];
    for (const request of requests) moved.push(await moveRequest(ctx, em, request, move, to));
    return moved.filter((request) => request !== null);
  });
  for (const request of ended) await releaseEnded(ctx, request);
  return ended.length;
}
