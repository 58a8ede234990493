import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { PaymentEffect, PaymentMethodKind } from '../domain/methods.ts';
import type { RefundStatus } from '../domain/refunds.ts';
import type { ReversalStatus } from '../domain/reversals.ts';
import type { SessionStatus } from '../domain/session-states.ts';

/** The booking's or statement's outcome for a session's payment. */
export type Settlement =
  | 'confirmed'
  | 'balance_paid'
  | 'booking_released'
  | 'booking_cancelled'
  | 'already_paid'
  | 'amount_too_low'
  | 'statement_paid'
  | 'statement_credited';

/** Outcomes for a payment that was accepted. */
export const ACCEPTED = [
  'confirmed',
  'balance_paid',
  'statement_paid',
] as const satisfies readonly Settlement[];

/** True if the booking or statement accepted the payment. */
export const isAccepted = (settlement: Settlement | null): settlement is (typeof ACCEPTED)[number] =>
  ACCEPTED.some((accepted) => accepted === settlement);

export const PaymentSession = defineEntity({
  name: 'PaymentSession',
  tableName: 'session',
  schema: 'payments',
  properties: {
    id: p.uuid().primary(),
    teamId: p.integer(),
    /** Null for a built-in method. */
    installId: p.integer().strictNullable(),
    /** For a built-in method: its storefront, kind, and the effect offered to the guest. */
    storefrontId: p.integer().strictNullable(),
    method: p.text().$type<PaymentMethodKind>().strictNullable(),
    effect: p.text().$type<PaymentEffect>().strictNullable(),
    appSlug: p.text(),
    /** The app's name when the guest chose it. */
    appName: p.text(),
    /** Null for a statement. */
    bookingId: p.bigint('number').strictNullable(),
    /** The statement that a team pays to the operator's team, whose session this is; null for a booking. */
    statementId: p.bigint('number').strictNullable(),
    statementNumber: p.text().strictNullable(),
    /** The booking's version with this amount; 0 for a statement. */
    bookingVersion: p.integer(),
    amount: p.bigint('number'),
    /** For a balance payment: the amount paid before; null for a payment to confirm the booking. */
    paidBefore: p.bigint('number').strictNullable(),
    currency: p.text(),
    test: p.boolean(),
    status: p.text().$type<SessionStatus>(),
    /** Body for the request to the app; retries send the same bytes. */
    request: p.text(),
    reference: p.text().strictNullable(),
    rejectCode: p.text().strictNullable(),
    rejectMessage: p.text().strictNullable(),
    pendingReason: p.text().strictNullable(),
    /** Reason the app's last response was unusable. */
    lastFailure: p.text().strictNullable(),
    /** Null before it's resolved, and while checkout is unavailable. */
    settlement: p.text().$type<Settlement>().strictNullable(),
    version: p.integer(),
    /** Increases when a statement payment's remaining amount changes. */
    reversalVersion: p.integer().default(0),
    expiresAt: p.datetime(3),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type PaymentSession = Omit<InferEntity<typeof PaymentSession>, symbol>;

/** A session for a booking. */
export type BookingSession<Session extends Pick<PaymentSession, 'bookingId'> = PaymentSession> = Session & {
  readonly bookingId: number;
};

/** True if a session is for a booking; others are for statements. */
export const isOfBooking = <Session extends Pick<PaymentSession, 'bookingId'>>(
  session: Session,
): session is BookingSession<Session> => session.bookingId !== null;

export const Refund = defineEntity({
  name: 'Refund',
  tableName: 'refund',
  schema: 'payments',
  properties: {
    id: p.uuid().primary(),
    sessionId: p.uuid(),
    teamId: p.integer(),
    /** Null if the payment had no app: the host makes the refund. */
    installId: p.integer().strictNullable(),
    amount: p.bigint('number'),
    currency: p.text(),
    reason: p.text(),
    status: p.text().$type<RefundStatus>(),
    reference: p.text().strictNullable(),
    rejectCode: p.text().strictNullable(),
    rejectMessage: p.text().strictNullable(),
    /** Number of requests to the app. */
    attempts: p.integer(),
    /** Time an operator paid back a statement's failed refund by hand, with the account, amount and note; null if none did. */
    paidBackAt: p.datetime(3).strictNullable().default(null),
    paidBackBy: p.integer().strictNullable().default(null),
    paidBackAmount: p.bigint('number').strictNullable().default(null),
    paidBackNote: p.text().strictNullable().default(null),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type Refund = Omit<InferEntity<typeof Refund>, symbol>;

/** A statement payment's dispute or refund at the provider, under the provider's reference. */
export const Reversal = defineEntity({
  name: 'Reversal',
  tableName: 'reversals',
  schema: 'payments',
  properties: {
    sessionId: p.uuid().primary(),
    reference: p.text().primary(),
    teamId: p.integer(),
    status: p.text().$type<ReversalStatus>(),
    amount: p.bigint('number'),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type Reversal = Omit<InferEntity<typeof Reversal>, symbol>;

/** A built-in payment method on a storefront. */
export const Method = defineEntity({
  name: 'PaymentMethod',
  tableName: 'method',
  schema: 'payments',
  properties: {
    id: p.integer().primary().autoincrement(),
    storefrontId: p.integer(),
    teamId: p.integer(),
    kind: p.text().$type<PaymentMethodKind>(),
    enabled: p.boolean(),
    effect: p.text().$type<PaymentEffect>(),
    holdHours: p.integer(),
    /** Instructions and bank account; null if the method has neither. */
    detailsSealed: p.text().strictNullable(),
    updatedAt: p.datetime(3),
  },
});
export type Method = Omit<InferEntity<typeof Method>, symbol>;
