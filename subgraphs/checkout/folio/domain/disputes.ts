import type { Minor } from '#kit/money.ts';
import type { FolioEntry } from '../../store/entities.ts';
import type { DisputeStatus } from './entry-kinds.ts';

type Disputed = Pick<FolioEntry, 'disputeAmount' | 'disputeStatus' | 'disputeReference'>;

/** An app's report about a dispute. */
export interface DisputeReport {
  readonly amount: Minor;
  readonly status: DisputeStatus;
  readonly reference: string | null;
}

/** Effect of each report on a dispute that already has a status. */
const EFFECTS = {
  open: { open: 'make', won: 'make', lost: 'make' },
  won: { open: 'keep', won: 'keep', lost: 'refuse' },
  lost: { open: 'keep', won: 'refuse', lost: 'keep' },
} as const satisfies Readonly<
  Record<DisputeStatus, Readonly<Record<DisputeStatus, 'make' | 'keep' | 'refuse'>>>
>;

/**
 * Decides on a report: apply it, accept it without a change, or refuse it. The first outcome stays, because reports
 * arrive in any order. Another reference means another dispute: it's only accepted after the host won.
 */
export function decideDispute(
  { disputeAmount, disputeStatus, disputeReference }: Disputed,
  { amount, status, reference }: DisputeReport,
): 'make' | 'keep' | 'refuse' {
  if (disputeStatus === null) return 'make';
  const isOther = reference !== null && disputeReference !== null && reference !== disputeReference;
  if (isOther) return disputeStatus === 'won' ? 'make' : 'refuse';
  if (status === 'open' && disputeStatus === 'open' && amount === disputeAmount) return 'keep';
  return EFFECTS[disputeStatus][status];
}

/** True if an entry is a payment whose dispute is open. */
export const isDisputed = ({ entry, disputeStatus }: Pick<FolioEntry, 'entry' | 'disputeStatus'>): boolean =>
  entry === 'payment' && disputeStatus === 'open';

/** Returns the part of a payment that a lost dispute took back. */
export const lostTo = ({
  disputeAmount,
  disputeStatus,
}: Pick<Disputed, 'disputeAmount' | 'disputeStatus'>): Minor =>
  disputeStatus === 'lost' ? (disputeAmount ?? 0) : 0;
