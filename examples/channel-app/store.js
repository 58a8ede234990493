import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** @import { ChannelAriChange } from '@platform/app-sdk' */

/** A team's runtime token and webhook secret. @typedef {{ token: string, webhookSecret: string }} Install */

/**
 * A property listed on the channel.
 * @typedef {object} Property
 * @property {string} id on the channel
 * @property {string} team slug of the host's team on the platform
 * @property {string} currency
 * @property {number} connectionId on the platform; 0 until the platform sends it
 * @property {number} sequence of the newest applied message
 * @property {Record<string, Record<string, Night>>} rooms nights by date, for a room (`double`) or one of its rates (`double/saver`)
 */

/** @typedef {Omit<ChannelAriChange, 'channel_room' | 'channel_rate' | 'from' | 'until'>} Night */

/**
 * @typedef {object} Reservation
 * @property {string} id
 * @property {string} propertyId
 * @property {number} revision increments with every change
 * @property {'booked' | 'cancelled'} status
 * @property {string} bookedAt
 * @property {{ firstName: string, lastName: string, email?: string }} guest
 * @property {string} room
 * @property {string} [rate] undefined if the host mapped the room without its rates
 * @property {string} checkIn
 * @property {string} checkOut
 * @property {number} adults
 * @property {number[]} nightly price of each night, in minor units
 * @property {string} currency
 * @property {number} heard newest revision that the platform accepted or refused
 * @property {string | null} refusal reason for a permanent refusal of that revision
 */

/**
 * @typedef {object} Records
 * @property {Record<string, Install>} installs by team
 * @property {Record<string, Property>} properties
 * @property {Record<string, Reservation>} reservations
 */

/** @typedef {Awaited<ReturnType<typeof openStore>>} Store */

/**
 * Opens the installs and the channel's records: a JSON file that's rewritten on every save and survives a restart. Use your database in production.
 * Without a file, records stay in memory.
 * @param {string} [file]
 */
export async function openStore(file) {
  const records = await read(file);
  /** @type {Promise<unknown>} */
  let saving = Promise.resolve();
  return {
    records,
    /** Resolves when all changes so far are in the file. */
    save() {
      const text = JSON.stringify(records);
      saving = saving.catch(() => undefined).then(() => (file ? write(file, text) : undefined));
      return saving;
    },
  };
}

/** @param {string | undefined} file @returns {Promise<Records>} */
async function read(file) {
  const empty = { installs: {}, properties: {}, reservations: {} };
  if (!file) return empty;
  try {
    return { ...empty, ...JSON.parse(await readFile(file, 'utf8')) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return empty;
    throw error;
  }
}

/** @param {string} file @param {string} text */
async function write(file, text) {
  await mkdir(dirname(file), { recursive: true });
  // The file holds tokens, hence the mode.
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
