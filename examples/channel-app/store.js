import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** @import { ChannelAriChange } from '@platform/app-sdk' */

/**
 * A property that the channel sells.
 * @typedef {object} Property
 * @property {string} id on the channel
 * @property {string} currency
 * @property {number} connectionId of the platform; 0 until it said it
 * @property {number} sequence of the newest message that was taken
 * @property {Record<string, Record<string, Night>>} rooms what the channel was told of a room (`double`) or one of its rates
 *   (`double/saver`), by night
 */

/** @typedef {Omit<ChannelAriChange, 'channel_room' | 'channel_rate' | 'from' | 'until'>} Night */

/**
 * @typedef {object} Reservation
 * @property {string} id
 * @property {string} propertyId
 * @property {number} revision goes up with every change
 * @property {'booked' | 'cancelled'} status
 * @property {string} bookedAt
 * @property {{ firstName: string, lastName: string, email?: string }} guest
 * @property {string} room
 * @property {string} [rate] none where the host mapped the room without its rates
 * @property {string} checkIn
 * @property {string} checkOut
 * @property {number} adults
 * @property {number[]} nightly what each night costs, in minor units
 * @property {string} currency
 * @property {number} heard the newest revision that the platform answered
 * @property {string | null} refusal why the host will never have that revision
 */

/** @typedef {{ properties: Record<string, Property>, reservations: Record<string, Reservation> }} Records */

/** @typedef {Awaited<ReturnType<typeof openStore>>} Store */

/**
 * What the channel remembers, in one JSON file that is replaced as a whole: enough for an example, and it survives a restart.
 * Without a file nothing is kept.
 * @param {string} [file]
 */
export async function openStore(file) {
  const records = await read(file);
  /** @type {Promise<unknown>} */
  let saving = Promise.resolve();
  return {
    records,
    /** Resolves when everything recorded so far is in the file. */
    save() {
      const text = JSON.stringify(records);
      saving = saving.catch(() => undefined).then(() => (file ? write(file, text) : undefined));
      return saving;
    },
  };
}

/** @param {string | undefined} file @returns {Promise<Records>} */
async function read(file) {
  const empty = { properties: {}, reservations: {} };
  if (!file) return empty;
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return empty;
    throw error;
  }
}

/** @param {string} file @param {string} text */
async function write(file, text) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
