import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DELIVERY_STATUSES } from '../domain/deliveries.ts';

/**
 * One event's delivery to one install. The body is stored byte for byte; timestamp and signature are from the
 * last attempt.
 */
export const Delivery = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary(),
    installId: p.integer(),
    eventId: p.uuid(),
    topic: p.text(),
    /** Key that must stay in order: one delivery per install and key is in flight at a time. */
    resourceKey: p.text(),
    body: p.text(),
    status: p.enum(DELIVERY_STATUSES),
    attempts: p.integer().default(0),
    /** Time in `X-Platform-Timestamp`; null before the first attempt. */
    sentAt: p.datetime().nullable(),
    /** Hex, without `sha256=`. */
    signature: p.text().nullable(),
    deliveredAt: p.datetime().nullable(),
    lastStatusCode: p.integer().nullable(),
    latencyMs: p.integer().nullable(),
    /** Reason why the last attempt got no response. */
    lastError: p.text().nullable(),
    /** Null once it needs no more attempts. */
    nextAttemptAt: p.datetime().nullable(),
    /** Attempts made before it was last requeued; requeuing restarts the retry schedule. */
    attemptsBefore: p.integer().default(0),
    /** A process is sending it until then. */
    claimedUntil: p.datetime().nullable(),
    /** True if the poll that took it is still the latest: its response may not have arrived. */
    handedOver: p.boolean().default(false),
    /** W3C trace context; null if untraced. */
    traceparent: p.text().nullable(),
    createdAt: p.datetime(),
  },
});
export type Delivery = InferEntity<typeof Delivery>;

/** An install's attempts in an hour, kept longer than their deliveries' results. */
export const DeliveryHour = defineEntity({
  name: 'DeliveryHour',
  tableName: 'delivery_hours',
  schema: 'apps',
  properties: {
    installId: p.integer().primary().autoincrement(false),
    /** Start of the hour (UTC). */
    hour: p.datetime().primary(),
    /** Attempts that the app accepted. */
    delivered: p.integer(),
    /** Attempts that the app refused or didn't respond to. */
    failed: p.integer(),
    /** Accepted attempts' total duration. */
    latencyMsSum: p.bigint('number'),
  },
});
