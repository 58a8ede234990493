import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { countAfterCommit, inTransaction } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { decideMove, MOVES, type SessionMove } from '../domain/session-states.ts';
import type { Refusal } from '../errors.ts';
import { PaymentSession } from '../store/entities.ts';

/** A session after a mutation; null only if `userErrors` has entries. */
export interface SessionResult {
  readonly paymentSession: PaymentSession | null;
  readonly userErrors: readonly Refusal[];
}

/** Fields a move writes in addition to the status. */
type Changes = Partial<
  Pick<PaymentSession, 'reference' | 'rejectCode' | 'rejectMessage' | 'pendingReason' | 'expiresAt'>
>;

/**
 * Moves the calling app's session under a row lock, in its own transaction; a repeated move succeeds without
 * writing. Refuses with `NOT_FOUND` (also for another install's session) and `INVALID_TRANSITION`.
 */
export async function changeSession(
  ctx: SubgraphContext,
  { id, move, changes }: { readonly id: string; readonly move: SessionMove; readonly changes: Changes },
): Promise<SessionResult> {
  const installId = ctx.viewer.kind === 'app' ? ctx.viewer.installId : null;
  if (!isUuid(id) || installId === null) return sessionNotFound();
  return inTransaction(ctx, async (em) => {
    const session = await em.findOne(
      PaymentSession,
      { id, installId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!session) return sessionNotFound();
    switch (decideMove(session.status, move)) {
      case 'made':
        return { paymentSession: session, userErrors: [] };
      case 'refuse':
        return { paymentSession: null, userErrors: [tooLate(session, move)] };
      case 'make':
        if (session.status !== MOVES[move].to)
          countAfterCommit(em, 'paymentSession', { state: MOVES[move].to });
        Object.assign(session, changes, {
          status: MOVES[move].to,
          version: session.version + 1,
          updatedAt: ctx.clock.now(),
        });
        return { paymentSession: session, userErrors: [] };
    }
  });
}

export const sessionNotFound = (): SessionResult => ({
  paymentSession: null,
  userErrors: [{ field: ['id'], code: 'NOT_FOUND', message: 'This install has no such payment session.' }],
});

const tooLate = ({ status }: PaymentSession, move: SessionMove): Refusal => ({
  field: ['id'],
  code: 'INVALID_TRANSITION',
  message: `The session is ${status} and can no longer become ${MOVES[move].to}.`,
});
