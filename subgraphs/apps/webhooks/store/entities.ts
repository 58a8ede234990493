import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { DELIVERY_STATUSES } from '../domain/deliveries.ts';

/** The delivery of one event to one install. The body is kept byte for byte; timestamp and signature are the last attempt's. */
export const Delivery = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  schema: 'apps',
  properties: {
    id: p.bigint('number').primary(),
    installId: p.integer(),
    eventId: p.uuid(),
    topic: p.text(),
    /** What must stay in order: one delivery per install and key is on its way at a time. */
    resourceKey: p.text(),
    body: p.text(),
    status: p.enum(DELIVERY_STATUSES),
    attempts: p.integer().default(0),
    /** The instant of `X-Platform-Timestamp`; null before the first attempt. */
    sentAt: p.datetime().nullable(),
    /** Hex, without `sha256=`. */
    signature: p.text().nullable(),
    deliveredAt: p.datetime().nullable(),
    lastStatusCode: p.integer().nullable(),
    latencyMs: p.integer().nullable(),
    /** Why the last attempt got no answer. */
    lastError: p.text().nullable(),
    /** Null once it needs no more sending. */
    nextAttemptAt: p.datetime().nullable(),
    /** Attempts made before it was last asked for again: the retry schedule starts over there. */
    attemptsBefore: p.integer().default(0),
    /** Someone is sending it until then. */
    claimedUntil: p.datetime().nullable(),
    /** Whether the poll that took it is the last one yet: no one knows whether its answer arrived. */
    handedOver: p.boolean().default(false),
    /** W3C trace that it belongs to; null where nothing was traced. */
    traceparent: p.text().nullable(),
    createdAt: p.datetime(),
  },
});
export type Delivery = InferEntity<typeof Delivery>;
