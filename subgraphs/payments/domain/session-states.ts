/** Payment session statuses (docs/interface/payments.md#states). */
export const SESSION_STATUSES = [
  'INITIATED',
  'REDIRECTED',
  'PENDING',
  'RESOLVED',
  'REJECTED',
  'EXPIRED',
  'CANCELED',
] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

/**
 * A session's transition: the app's three reports, the guest's redirect, and two endings that the app doesn't
 * trigger.
 */
export type SessionMove = 'redirect' | 'pend' | 'resolve' | 'reject' | 'expire' | 'cancel';

const OPEN = ['INITIATED', 'REDIRECTED', 'PENDING'] as const;

/**
 * Allowed moves. A payment is accepted as long as it may be in transit, even after the session expired or was
 * canceled.
 */
export const MOVES: Readonly<
  Record<SessionMove, { readonly from: readonly SessionStatus[]; readonly to: SessionStatus }>
> = {
  redirect: { from: ['INITIATED'], to: 'REDIRECTED' },
  pend: { from: OPEN, to: 'PENDING' },
  resolve: { from: [...OPEN, 'EXPIRED', 'CANCELED'], to: 'RESOLVED' },
  reject: { from: OPEN, to: 'REJECTED' },
  expire: { from: OPEN, to: 'EXPIRED' },
  cancel: { from: OPEN, to: 'CANCELED' },
};

/**
 * Decides a move: make it, accept a repetition, or refuse it. Repeating `pend` makes it again, because the
 * time may differ.
 */
export function decideMove(status: SessionStatus, move: SessionMove): 'make' | 'made' | 'refuse' {
  const { from, to } = MOVES[move];
  if (from.includes(status)) return 'make';
  return status === to ? 'made' : 'refuse';
}
