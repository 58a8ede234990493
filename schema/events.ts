import type { SubgraphName } from './views.ts';

/** A booking as events carry it: what webhooks show as `resource` (running.md, "events about bookings"). */
export interface BookingEvent {
  readonly teamId: number;
  readonly bookingId: number;
  /** Grows with every change of the booking. */
  readonly version: number;
  readonly reference: string;
  readonly status: 'held' | 'confirmed' | 'released' | 'cancelled';
  readonly propertyId: number;
  /** `YYYY-MM-DD`. */
  readonly checkIn: string;
  readonly checkOut: string;
}

/** Rates or availability of a range of nights changed. */
export interface NightsEvent {
  readonly teamId: number;
  readonly unitTypeId: number;
  readonly propertyId: number;
  /** First and last night, `YYYY-MM-DD`. */
  readonly from: string;
  readonly until: string;
  readonly version: number;
}

/** Payload of every event between islands. */
export interface EventPayloads {
  'booking.created': BookingEvent;
  'booking.confirmed': BookingEvent;
  'booking.cancelled': BookingEvent;
  'booking.expired': BookingEvent;
  'rates.updated': NightsEvent;
  'availability.updated': NightsEvent;
}

export type EventName = keyof EventPayloads;

/**
 * Which islands react to which event. Publishing writes one job per name listed here, in the transaction that causes
 * the event, whether or not this process runs the island.
 */
export const SUBSCRIBERS: Readonly<Record<EventName, readonly SubgraphName[]>> = {
  'booking.created': [],
  'booking.confirmed': [],
  'booking.cancelled': [],
  'booking.expired': [],
  'rates.updated': [],
  'availability.updated': [],
};
