import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A team's runtime token and webhook secret. @typedef {{ token: string, webhookSecret: string }} Install */

/**
 * A message in a thread.
 * @typedef {object} Letter
 * @property {string} id
 * @property {'guest' | 'house'} from
 * @property {string | null} key the house's idempotency key; null for a guest's letter
 * @property {string} text
 * @property {{ name: string, type: string, bytes: number }[]} files sent by the house
 * @property {string[]} [attached] URLs of the guest's files on Farstay
 * @property {string} sentAt
 * @property {'queued' | 'sent' | 'delivered' | 'read' | 'failed'} status
 */

/** A guest's new letter. @typedef {{ text: string, attached?: string[], sentAt?: string }} Written */

/**
 * A conversation between a guest and a house, from the request through the booking.
 * @typedef {object} Thread
 * @property {string} id
 * @property {string} house the house that the guest writes to, which has its team's slug
 * @property {string} subject
 * @property {{ firstName: string, lastName: string, email?: string }} guest
 * @property {string | null} bookingId on Farstay; null until the guest books
 * @property {boolean} closed true once the guest wants no more messages
 * @property {Letter[]} letters
 */

/**
 * A news item for the house: a guest's new letter, or a status change of the house's letter.
 * @typedef {object} News
 * @property {number} sequence
 * @property {string} threadId
 * @property {string} letterId
 * @property {Letter['status'] | 'new'} what
 */

/**
 * A team's position in its house's news.
 * @typedef {object} Position
 * @property {number} told sequence of the newest news item forwarded to the platform
 * @property {number} history sequence of the newest news item when the team was connected
 */

/**
 * @typedef {object} Records
 * @property {Record<string, Install>} installs by team
 * @property {Record<string, Position>} positions by team
 * @property {Record<string, Thread>} threads
 * @property {News[]} news
 */

/** @typedef {Awaited<ReturnType<typeof openStore>>} Store */

/**
 * Opens the records of the app and the simulated Farstay: a JSON file that's rewritten on every save and survives a restart. Use your
 * database in production. Without a file, records stay in memory.
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
  const empty = { installs: {}, positions: {}, threads: {}, news: [] };
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
