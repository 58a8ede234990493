import type { FolioCharge, FolioPayment, FolioRefund } from '../../generated.ts';
import type { NewEntry } from './derived-entries.ts';

/** Any entry, derived or stored. */
type Entry = Omit<NewEntry, Times> & { readonly [At in Times]?: Date | string | null };
type Times = 'receivedAt' | 'refundedAt' | 'createdAt' | 'updatedAt';

/** Returns a charge for callers. */
export const viewCharge = (entry: Entry): FolioCharge => ({
  id: entry.id,
  kind: entry.kind ?? 'adjustment',
  name: entry.name ?? '',
  amount: entry.amount,
  quantity: entry.quantity ?? 1,
  taxIds: [...(entry.taxIds ?? [])],
  date: entry.date ?? '',
  reverses: entry.reverses ?? null,
});

/** Returns a payment for callers. */
export const viewPaid = (entry: Entry): FolioPayment => ({
  id: entry.id,
  method: entry.method ?? 'other',
  amount: entry.amount,
  receivedAt: entry.receivedAt ?? entry.createdAt ?? new Date(0),
  reference: entry.reference ?? null,
  paymentSessionId: entry.paymentSessionId ?? null,
  reverses: entry.reverses ?? null,
  dispute: entry.disputeStatus ? { amount: entry.disputeAmount ?? 0, status: entry.disputeStatus } : null,
});

/** Returns a refund for callers. */
export const viewRefund = (entry: Entry): FolioRefund => ({
  id: entry.id,
  method: entry.method ?? 'other',
  amount: entry.amount,
  status: entry.status ?? 'requested',
  reference: entry.reference ?? null,
  paymentSessionId: entry.paymentSessionId ?? null,
  refundSessionId: entry.refundSessionId ?? null,
  refundedAt: entry.status === 'refunded' ? (entry.refundedAt ?? entry.updatedAt ?? null) : null,
  createdAt: entry.createdAt ?? new Date(0),
  updatedAt: entry.updatedAt ?? new Date(0),
});
