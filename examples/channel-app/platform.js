import { RefusedError } from '@platform/app-sdk';
import { ACKNOWLEDGE, BRING, CONNECTIONS, SEND_ALL } from './documents.js';

/** @import { ChannelAriError, Client } from '@platform/app-sdk' */
/** @import { Property, Reservation } from './store.js' */

/** Refusals that pass: a host resumes the connection, or maps the room. The guest has booked, so it is brought until it is taken. */
const PASSING = ['CONNECTION_NOT_ACTIVE', 'UNKNOWN_ROOM'];

/** A connection in one of these states sells. */
const SELLING = ['mapped', 'active', 'degraded'];

/** What each night costs, by its date. @param {string} checkIn @param {number[]} amounts */
const datesOf = (checkIn, amounts) =>
  amounts.map((amount, days) => ({
    date: new Date(Date.parse(checkIn) + days * 86_400_000).toISOString().slice(0, 10),
    amount,
  }));

/** What the channel says to the platform. Each rejects while the platform cannot be asked; all of it may be said again. @param {Client} client */
export const openPlatform = (client) => ({
  /**
   * Brings a reservation as it is now. Resolves with what the host has, or with the reason why he will never have it; rejects where it is
   * to be brought again.
   * @param {Property} property @param {Reservation} reservation
   */
  async bring({ connectionId }, reservation) {
    const { id: externalId, propertyId: _, heard: __, refusal: ___, ...rest } = reservation;
    const { checkIn, checkOut, room, rate, adults, nightly, ...kept } = rest;
    const input = {
      ...kept,
      externalId,
      connectionId: String(connectionId),
      collectedBy: /** @type {const} */ ('channel'),
      lines: [
        {
          externalId,
          channelRoomId: room,
          channelRateId: rate,
          checkIn,
          checkOut,
          adults,
          nightly: datesOf(checkIn, nightly),
        },
      ],
      total: nightly.reduce((sum, amount) => sum + amount, 0),
    };
    try {
      const { booking } = await client.mutate(BRING, { input });
      return { reference: booking?.reference, overbooked: booking?.conflict?.overbooked ?? [] };
    } catch (error) {
      if (!(error instanceof RefusedError) || PASSING.some((code) => error.has(code))) throw error;
      return { refusal: error.message };
    }
  },

  /** What became of a message that was answered with 202. @param {string} messageId @param {readonly ChannelAriError[]} errors */
  async acknowledge(messageId, errors) {
    const input = {
      messageId,
      errors: errors.map(({ change, code, message = null }) => ({ change, code, message })),
    };
    await client.mutate(ACKNOWLEDGE, { input });
  },

  /** The connections that sell. */
  async connections() {
    const { channelConnections } = await client.request(CONNECTIONS);
    return channelConnections.filter(({ status }) => SELLING.includes(status));
  },

  /** Has everything of a connection sent again. @param {string} id */
  async sendAll(id) {
    await client.mutate(SEND_ALL, { id });
  },
});

/** @typedef {ReturnType<typeof openPlatform>} Platform */
