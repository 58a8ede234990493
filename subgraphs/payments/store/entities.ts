import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { PaymentEffect, PaymentMethodKind } from '../domain/methods.ts';
import type { RefundStatus } from '../domain/refunds.ts';
import type { SessionStatus } from '../domain/session-states.ts';

/** The booking's outcome for a session's payment. */
export type Settlement =
  | 'confirmed'
  | 'balance_paid'
  | 'booking_released'
  | 'booking_cancelled'
  | 'already_paid'
  | 'amount_too_low';

/** Outcomes for a payment the booking accepted. */
export const ACCEPTED = ['confirmed', 'balance_paid'] as const satisfies readonly Settlement[];

/** True if the booking accepted the payment. */
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
    bookingId: p.bigint('number'),
    /** The booking's version with this amount. */
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
    expiresAt: p.datetime(3),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type PaymentSession = Omit<InferEntity<typeof PaymentSession>, symbol>;

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
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type Refund = Omit<InferEntity<typeof Refund>, symbol>;

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
