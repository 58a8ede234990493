import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** @import { ChannelAriChange, ChannelAriError, ChannelAriMessage } from '@platform/app-sdk' */
/** @import { Night, Property, Reservation, Store } from './store.js' */
/** @import { Platform } from './platform.js' */

/** Delays before retrying a call to the platform; the last one repeats. */
const AGAIN_MS = [1_000, 5_000, 30_000];
const SLOW_MS = 3_000;

/** Rates of every room; the host maps each one to a rate plan. */
const RATES = [
  { id: 'flexible', name: 'Flexible' },
  { id: 'saver', name: 'Saver' },
];
/** Rooms of every property on the channel. */
const ROOMS = [
  { id: 'double', name: 'Double room', rates: RATES },
  { id: 'twin', name: 'Twin room', rates: RATES },
  { id: 'suite', name: 'Suite', rates: RATES },
];

/**
 * Simulated behavior: `well`; `slow` applies updates and acknowledges them later; `deaf` never responds; `refusing` rejects every
 * change; `wrong` reports success without applying anything.
 * @typedef {'well' | 'slow' | 'deaf' | 'refusing' | 'wrong'} Mood
 */
/** @type {readonly string[]} */
const MOODS = ['well', 'slow', 'deaf', 'refusing', 'wrong'];

/** The simulated channel can't do what the caller requested. */
export class ChannelError extends Error {}

/**
 * Simulates a sales channel; replace it with yours. It sells from its own copy of availability and rates, and resends each
 * reservation until the platform acknowledges it, even across restarts.
 * @param {{ store: Store, platform: Platform, againMs?: number[], slowMs?: number, log?: (line: string) => void }} parts
 */
export function openChannel({ store, platform, againMs = AGAIN_MS, slowMs = SLOW_MS, log = console.log }) {
  const { properties, reservations } = store.records;
  const closing = new AbortController();
  /** Ids of reservations being sent to the platform. @type {Set<string>} */
  const bringing = new Set();
  /** @type {Set<Promise<void>>} */
  const underWay = new Set();
  /** @type {Mood} */
  let mood = 'well';

  /** Retries until `attempt` succeeds or the app closes. @param {string} what @param {() => Promise<void>} attempt */
  function untilDone(what, attempt) {
    const trying = (async () => {
      for (let tries = 0; !closing.signal.aborted; tries++) {
        try {
          return await attempt();
        } catch (error) {
          log(`${what}: ${error instanceof Error ? error.message : error}`);
          const waitMs = againMs[Math.min(tries, againMs.length - 1)];
          await sleep(waitMs, undefined, { signal: closing.signal }).catch(() => undefined);
        }
      }
    })().finally(() => underWay.delete(trying));
    underWay.add(trying);
  }

  /** Sends a reservation until the platform has its newest revision, including changes made meanwhile. @param {Reservation} reservation */
  function bring(reservation) {
    if (bringing.has(reservation.id)) return;
    bringing.add(reservation.id);
    untilDone(`Reservation ${reservation.id}`, async () => {
      while (reservation.heard < reservation.revision) {
        const { revision } = reservation;
        const {
          refusal = null,
          reference,
          overbooked,
        } = await platform.bring(propertyOf(reservation.propertyId), reservation);
        Object.assign(reservation, { heard: revision, refusal });
        await store.save();
        if (refusal) log(`Reservation ${reservation.id} was refused; tell the guest: ${refusal}`);
        else log(`Reservation ${reservation.id} is ${reference}${overbooked?.length ? ', overbooked' : ''}`);
      }
      bringing.delete(reservation.id);
    });
  }

  /** Returns a team's property; lists it if it's new. @param {string} team @param {string} id @param {string} currency */
  function ensure(team, id, currency) {
    properties[id] ??= { id, team, currency, connectionId: 0, sequence: 0, rooms: {} };
    return ownPropertyOf(team, id);
  }

  /** Returns a property if it belongs to the team: any connected team can sign a call with any id. @param {string} team @param {string} id */
  function ownPropertyOf(team, id) {
    const property = propertyOf(id);
    if (property.team !== team) throw new ChannelError('The channel has no such property.');
    return property;
  }

  /** @param {string} id */
  function propertyOf(id) {
    const property = Object.hasOwn(properties, id) ? properties[id] : undefined;
    if (!property) throw new ChannelError('The channel has no such property.');
    return property;
  }

  /** @param {string} id */
  function reservationOf(id) {
    const reservation = Object.hasOwn(reservations, id) ? reservations[id] : undefined;
    if (!reservation) throw new ChannelError('The channel has no such reservation.');
    return reservation;
  }

  /** Returns a stay's nightly prices from the channel's copy. Throws if the stay can't be sold. @param {Property} property @param {Stay} stay */
  function priced({ rooms }, { room, rate, checkIn, nights, adults }) {
    const known = rooms[placeOf(room, rate)] ?? {};
    const own = nightsFrom(checkIn, nights).map((night) => known[night]);
    const leaves = known[dayAfter(checkIn, nights)];
    if (own.some((night) => !night || night.availability < 1 || night.stop_sell))
      throw new ChannelError('Sold out.');
    const [first] = own;
    if (first?.closed_to_arrival || leaves?.closed_to_departure)
      throw new ChannelError('No arrival or departure on that day.');
    if (nights < (first?.min_stay ?? 1) || nights > (first?.max_stay ?? nights))
      throw new ChannelError('The stay is too short or too long.');
    return own.map((night) => {
      const rates = night?.rates ?? [];
      const price = rates.find(({ guests }) => guests >= adults) ?? rates.at(-1);
      if (!price) throw new ChannelError('The channel has no price for this stay.');
      return price.amount;
    });
  }

  /** Updates the channel's own availability for all of the room's rates, before the platform sends its update. @param {Reservation} reservation @param {number} units */
  function count({ propertyId, room, checkIn, nightly }, units) {
    for (const [place, nights] of Object.entries(propertyOf(propertyId).rooms)) {
      if (place.split('/')[0] !== room) continue;
      for (const night of nightsFrom(checkIn, nightly.length)) {
        const known = nights[night];
        if (known) nights[night] = { ...known, availability: Math.max(0, known.availability + units) };
      }
    }
  }

  /** @param {Property} property @param {ChannelAriMessage} message @returns {ChannelAriError[]} */
  function take(property, { sequence, changes, currency }) {
    if (sequence <= property.sequence) return []; // late or repeated: this message or a newer one was applied
    property.sequence = sequence;
    return changes.flatMap((change, at) => {
      const code = faultOf(property, change, currency);
      if (code) return { change: at, code };
      const { channel_room: room, channel_rate: rate, from, until, ...says } = change;
      const place = placeOf(room, rate);
      property.rooms[place] ??= {};
      const nights = property.rooms[place];
      const replaced = Object.keys(property.rooms).filter((other) => isReplacedBy(other, { room, rate }));
      for (let night = from; night <= until; night = dayAfter(night)) {
        nights[night] = { ...says };
        for (const other of replaced) delete property.rooms[other]?.[night];
      }
      return [];
    });
  }

  return {
    /** Lists a host's property on the channel; returns the existing listing if there is one. @param {string} team @param {{ id: number, currency: string }} property @returns {Promise<Property>} */
    async list(team, { id, currency }) {
      const property = ensure(team, `SW-${id}`, currency);
      await store.save();
      return property;
    },

    /** Returns a property's rooms with their rates, and stores the platform's connection id. @param {string} team @param {string} id @param {number} connectionId */
    async rooms(team, id, connectionId) {
      connect(ownPropertyOf(team, id), connectionId);
      await store.save();
      return ROOMS;
    },

    /**
     * Applies an update. Returns its errors, `later` if the result follows in a separate call, or `never` for no response.
     * @param {string} team @param {ChannelAriMessage} message
     * @returns {Promise<{ errors: ChannelAriError[] } | 'later' | 'never'>}
     */
    async hear(team, message) {
      if (mood === 'deaf') return 'never';
      if (mood === 'wrong') return { errors: [] };
      if (mood === 'refusing')
        return {
          errors: message.changes.map((_, change) => ({ change, code: 'internal', message: 'Not today.' })),
        };
      const property = ensure(team, message.channel_property_id, message.currency);
      connect(property, message.connection_id);
      const errors = take(property, message);
      await store.save();
      if (mood !== 'slow') return { errors };
      untilDone(`Message ${message.message_id}`, async () => {
        await sleep(slowMs, undefined, { signal: closing.signal });
        await platform.acknowledge(team, message.message_id, errors);
      });
      return 'later';
    },

    /** Returns the channel's copy of a property with its reservations. @param {string} id */
    copy: (id) => ({
      ...propertyOf(id),
      reservations: Object.values(reservations).filter(({ propertyId }) => propertyId === id),
    }),

    /** Returns the channel's copy of a range of nights. @param {string} team @param {string} id @param {{ from: string, until: string }} span @returns {ChannelAriChange[]} */
    nights: (team, id, { from, until }) =>
      Object.entries(ownPropertyOf(team, id).rooms).flatMap(([place, nights]) => {
        const [room = '', rate] = place.split('/');
        return Object.entries(nights)
          .filter(([night]) => night >= from && night <= until)
          .map(([night, says]) => ({
            channel_room: room,
            ...(rate && { channel_rate: rate }),
            from: night,
            until: night,
            ...says,
          }));
      }),

    /** Books a stay for a guest. @param {string} propertyId @param {Stay & { guest: Reservation['guest'] }} stay */
    async sell(propertyId, { guest, ...stay }) {
      const property = propertyOf(propertyId);
      const { room, rate, checkIn, nights, adults } = stay;
      /** @type {Reservation} */
      const reservation = {
        id: `SW-${randomUUID()}`,
        propertyId,
        revision: 1,
        status: 'booked',
        heard: 0,
        refusal: null,
        guest,
        room,
        rate,
        checkIn,
        checkOut: dayAfter(checkIn, nights),
        adults,
        nightly: priced(property, stay),
        bookedAt: new Date().toISOString(),
        currency: property.currency,
      };
      reservations[reservation.id] = reservation;
      count(reservation, -1);
      await store.save();
      bring(reservation);
      return reservation;
    },

    /** Moves a reservation to other nights or another rate. Throws and changes nothing if they can't be sold. @param {string} id @param {Stay} stay */
    async change(id, stay) {
      const reservation = reservationOf(id);
      if (reservation.status === 'cancelled') throw new ChannelError('The reservation is cancelled.');
      const { room, rate, checkIn, nights, adults } = stay;
      count(reservation, 1);
      try {
        const nightly = priced(propertyOf(reservation.propertyId), stay);
        const checkOut = dayAfter(checkIn, nights);
        Object.assign(reservation, { room, rate, checkIn, checkOut, adults, nightly });
        reservation.revision++;
      } finally {
        count(reservation, -1);
      }
      await store.save();
      bring(reservation);
      return reservation;
    },

    /** Cancels a guest's reservation. @param {string} id */
    async cancel(id) {
      const reservation = reservationOf(id);
      if (reservation.status === 'booked') {
        reservation.status = 'cancelled';
        reservation.revision++;
        count(reservation, 1);
        await store.save();
      }
      bring(reservation);
      return reservation;
    },

    /** Sets the channel's mood. @param {string} to */
    behave(to) {
      if (!MOODS.includes(to)) throw new ChannelError(`The channel can be ${MOODS.join(', ')}.`);
      mood = /** @type {Mood} */ (to);
    },

    /** Continues after a restart: sends outstanding reservations, and requests a full sync for properties missing from the store. */
    resume() {
      for (const reservation of Object.values(reservations))
        if (reservation.heard < reservation.revision) bring(reservation);
      for (const team of platform.teams()) {
        untilDone(`Connections of ${team}`, async () => {
          for (const { id, channelPropertyId } of await platform.connections(team)) {
            if (Object.hasOwn(properties, channelPropertyId)) continue;
            log(`No data stored for ${channelPropertyId}: requesting a full sync.`);
            await platform.sendAll(team, id);
          }
        });
      }
    },

    async close() {
      closing.abort();
      await Promise.all(underWay);
      await store.save();
    },
  };
}

/** @typedef {ReturnType<typeof openChannel>} Channel */

/**
 * @typedef {object} Stay
 * @property {string} room
 * @property {string} [rate]
 * @property {string} checkIn
 * @property {number} nights
 * @property {number} adults
 */

/** Restarts the sequence when a property gets a new connection. @param {Property} property @param {number} connectionId */
function connect(property, connectionId) {
  if (property.connectionId === connectionId) return;
  Object.assign(property, { connectionId, sequence: 0 });
}

/** @param {Property} property @param {ChannelAriChange} change @param {string} currency */
function faultOf(property, { channel_room: room, channel_rate: rate }, currency) {
  if (!ROOMS.some(({ id }) => id === room)) return /** @type {const} */ ('unknown_room');
  if (rate && !RATES.some(({ id }) => id === rate)) return /** @type {const} */ ('unknown_rate');
  return currency === property.currency ? null : /** @type {const} */ ('currency_mismatch');
}

/** Key in a property's `rooms` for a room or one of its rates. @param {string} room @param {string} [rate] */
const placeOf = (room, rate) => (rate ? `${room}/${rate}` : room);

/** Returns true if an update replaces the nights stored at `place`: a rate replaces its room's nights, a room replaces its rates' nights. @param {string} place @param {{ room: string, rate?: string }} told */
const isReplacedBy = (place, { room, rate }) => (rate ? place === room : place.startsWith(`${room}/`));

/** @param {string} date @param {number} [days] */
const dayAfter = (date, days = 1) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** @param {string} from @param {number} nights */
const nightsFrom = (from, nights) => Array.from({ length: nights }, (_, place) => dayAfter(from, place));
