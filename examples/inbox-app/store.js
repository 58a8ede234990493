import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * What someone wrote in a thread.
 * @typedef {object} Letter
 * @property {string} id
 * @property {'guest' | 'house'} from
 * @property {string | null} key the house's own for what it sent: one key, one letter
 * @property {string} text
 * @property {{ name: string, type: string, bytes: number }[]} files of the house
 * @property {string[]} [attached] addresses at which Farstay has files of the guest
 * @property {string} sentAt
 * @property {'queued' | 'sent' | 'delivered' | 'read' | 'failed'} status
 */

/** What a guest writes. @typedef {{ text: string, attached?: string[], sentAt?: string }} Written */

/**
 * A guest and a house. It begins with a request and goes on when the guest has booked.
 * @typedef {object} Thread
 * @property {string} id
 * @property {string} subject
 * @property {{ firstName: string, lastName: string, email?: string }} guest
 * @property {string | null} bookingId on Farstay; null until the guest books
 * @property {boolean} closed whether the guest takes no more messages
 * @property {Letter[]} letters
 */

/**
 * What a house is told, in order: a guest wrote, or what became of a letter of the house.
 * @typedef {object} News
 * @property {number} sequence
 * @property {string} threadId
 * @property {string} letterId
 * @property {Letter['status'] | 'new'} what
 */

/**
 * @typedef {object} Records
 * @property {number | null} told the newest news that the platform was told; null until the app ran for the first time
 * @property {number} history what was there then: news up to this one
 * @property {Record<string, Thread>} threads
 * @property {News[]} news
 */

/** @typedef {Awaited<ReturnType<typeof openStore>>} Store */

/**
 * What the app and the simulated Farstay remember, in one JSON file that is replaced as a whole: enough for an example, and it survives a
 * restart. Without a file nothing is kept.
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
  const empty = { told: null, history: 0, threads: {}, news: [] };
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
