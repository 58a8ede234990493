import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { PaymentEffect, PaymentMethodKind } from '../domain/methods.ts';
import type { RefundStatus } from '../domain/refunds.ts';
import type { SessionStatus } from '../domain/session-states.ts';

/** What the booking said to the money of a session. */
export type Settlement =
  | 'confirmed'
  | 'balance_paid'
  | 'booking_released'
  | 'booking_cancelled'
  | 'already_paid'
  | 'amount_too_low';

/** What became of money that the booking took. */
export const ACCEPTED = ['confirmed', 'balance_paid'] as const satisfies readonly Settlement[];

/** Whether the booking took the money. */
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
    /** Of a built-in method: where its settings are, which one it is, and what the guest was offered. */
    storefrontId: p.integer().strictNullable(),
    method: p.text().$type<PaymentMethodKind>().strictNullable(),
    effect: p.text().$type<PaymentEffect>().strictNullable(),
    appSlug: p.text(),
    /** As the guest read it when choosing. */
    appName: p.text(),
    bookingId: p.bigint('number'),
    /** Of the booking, when it cost this amount. */
    bookingVersion: p.integer(),
    amount: p.bigint('number'),
    /** Where it pays the balance of a confirmed booking: what had been paid before; null where it is to confirm one. */
    paidBefore: p.bigint('number').strictNullable(),
    currency: p.text(),
    test: p.boolean(),
    status: p.text().$type<SessionStatus>(),
    /** Body of the request to the app: the same bytes however often it is sent. */
    request: p.text(),
    reference: p.text().strictNullable(),
    rejectCode: p.text().strictNullable(),
    rejectMessage: p.text().strictNullable(),
    pendingReason: p.text().strictNullable(),
    /** Why the app's last answer was not followed. */
    lastFailure: p.text().strictNullable(),
    /** Null before it is resolved, and while the booking could not be reached. */
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
    /** Null where no app was paid: the host gives the money back. */
    installId: p.integer().strictNullable(),
    amount: p.bigint('number'),
    currency: p.text(),
    reason: p.text(),
    status: p.text().$type<RefundStatus>(),
    reference: p.text().strictNullable(),
    rejectCode: p.text().strictNullable(),
    rejectMessage: p.text().strictNullable(),
    /** How often the app was asked. */
    attempts: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type Refund = Omit<InferEntity<typeof Refund>, symbol>;

/** A way to pay that needs no app, as a storefront offers it. */
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
    /** Instructions and bank account; null where the method has neither. */
    detailsSealed: p.text().strictNullable(),
    updatedAt: p.datetime(3),
  },
});
export type Method = Omit<InferEntity<typeof Method>, symbol>;
