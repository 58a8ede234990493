import { RefusedError } from '@platform/app-sdk';
import { ACKNOWLEDGE, BRING, CONNECTIONS, SEND_ALL } from './documents.js';

/** @import { ChannelAriError } from '@platform/app-sdk' */
/** @import { Installs } from './installs.js' */
/** @import { Property, Reservation } from './store.js' */

/** Temporary refusals, until a host resumes the connection or maps the room. The app retries these because the guest has booked. */
const PASSING = ['CONNECTION_NOT_ACTIVE', 'UNKNOWN_ROOM'];

/** Statuses of connections that sell. */
const SELLING = ['mapped', 'active', 'degraded'];

/** Pairs each night's price with its date. @param {string} checkIn @param {number[]} amounts */
const datesOf = (checkIn, amounts) =>
  amounts.map((amount, days) => ({
    date: new Date(Date.parse(checkIn) + days * 86_400_000).toISOString().slice(0, 10),
    amount,
  }));

/**
 * Calls to the platform, each with its team's token. They reject while the platform is unreachable, and are safe to repeat.
 * @param {Installs} installs
 */
export const openPlatform = (installs) => ({
  /**
   * Sends a reservation's current state. Resolves with its booking, or with the reason for a permanent refusal; rejects if the
   * reservation should be sent again.
   * @param {Property} property @param {Reservation} reservation
   */
  async bring({ team, connectionId }, reservation) {
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
      const { booking } = await installs.clientOf(team).mutate(BRING, { input });
      return { reference: booking?.reference, overbooked: booking?.conflict?.overbooked ?? [] };
    } catch (error) {
      if (!(error instanceof RefusedError) || PASSING.some((code) => error.has(code))) throw error;
      return { refusal: error.message };
    }
  },

  /** Reports the result of a message that the app accepted with 202. @param {string} team @param {string} messageId @param {readonly ChannelAriError[]} errors */
  async acknowledge(team, messageId, errors) {
    const input = {
      messageId,
      errors: errors.map(({ change, code, message = null }) => ({ change, code, message })),
    };
    await installs.clientOf(team).mutate(ACKNOWLEDGE, { input });
  },

  teams: installs.teams,

  /** Returns a team's connections that sell. @param {string} team */
  async connections(team) {
    const { channelConnections } = await installs.clientOf(team).request(CONNECTIONS);
    return channelConnections.filter(({ status }) => SELLING.includes(status));
  },

  /** Requests a full sync of a connection. @param {string} team @param {string} id */
  async sendAll(team, id) {
    await installs.clientOf(team).mutate(SEND_ALL, { id });
  },
});

/** @typedef {ReturnType<typeof openPlatform>} Platform */
