import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The app on one team.
 * @typedef {object} Install
 * @property {string} id what session tokens call `install_id`
 * @property {string} team what webhooks call `team`
 * @property {string} app slug of the app, the namespace of its custom fields
 * @property {string} token
 * @property {string} webhookSecret
 * @property {string | null} seenUntil newest `updatedAt` of a task that was polled
 */

/**
 * What the crew knows of a task.
 * @typedef {object} Job
 * @property {string} taskId
 * @property {string} [taskType] a job from before it was kept has none
 * @property {string} team
 * @property {string} status canonical, in upper case
 * @property {string | null} worker who is booked for it; null once the crew stands down
 * @property {boolean} assigned whether the platform took the assignment
 * @property {boolean} noted whether the custom field is written
 * @property {string | null} stopped why no more transitions are pushed
 * @property {string | null} dueAt
 * @property {number} version of the newest webhook that counted
 */

/** @typedef {{ installs: Record<string, Install>, jobs: Record<string, Job>, events: string[] }} State */

/** So many event ids are remembered. Retries of a webhook end after about 27 hours. */
const EVENTS_KEPT = 10_000;

/** A JSON file, written whole. Use your database in production. @param {string} file */
export async function openStore(file) {
  /** @type {State} */
  const state = { installs: {}, jobs: {}, events: [], ...(await readJson(file)) };
  await mkdir(dirname(file), { recursive: true });
  /** @type {Promise<void>} */
  let writing = Promise.resolve();
  const write = async () => {
    // It holds tokens. Written beside and renamed, so that a crash leaves the old file or the new one.
    await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  return {
    state,
    /** Resolves when everything changed so far is on disk. */
    save() {
      writing = writing.catch(() => undefined).then(write);
      return writing;
    },
    /** @param {string} id */
    hasSeen: (id) => state.events.includes(id),
    /** @param {string} id */
    remember(id) {
      state.events.push(id);
      state.events.splice(0, state.events.length - EVENTS_KEPT);
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openStore>>} Store */

/** @param {string} file @returns {Promise<Partial<State>>} */
async function readJson(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return {};
    throw error;
  }
}
