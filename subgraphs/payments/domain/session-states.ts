/** Statuses of a payment session (docs/interface/payments.md#states). */
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

/** What happens to a session: the app's three words, the guest's way to its page, and the two ends it does not ask for. */
export type SessionMove = 'redirect' | 'pend' | 'resolve' | 'reject' | 'expire' | 'cancel';

const OPEN = ['INITIATED', 'REDIRECTED', 'PENDING'] as const;

/** The table of moves. Money is taken as long as it may be on its way: also after the session ended without the app's word. */
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

/** Whether a move is made, was made already, or cannot be. Repeating `pend` makes it again: the time may be another. */
export function decideMove(status: SessionStatus, move: SessionMove): 'make' | 'made' | 'refuse' {
  const { from, to } = MOVES[move];
  if (from.includes(status)) return 'make';
  return status === to ? 'made' : 'refuse';
}
