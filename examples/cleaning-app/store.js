import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * An install of the app on a team.
 * @typedef {object} Install
 * @property {string} id `install_id` in session tokens
 * @property {string} team `team` in webhooks
 * @property {string} app slug of the app, the namespace of its custom fields
 * @property {string} token
 * @property {string} webhookSecret
 * @property {string | null} seenUntil newest `updatedAt` of the polled tasks
 */

/**
 * The crew's record of a task.
 * @typedef {object} Job
 * @property {string} taskId
 * @property {string} [taskType] undefined for a job recorded before the app stored task types
 * @property {string} team
 * @property {string} status canonical, in upper case
 * @property {string | null} worker booked worker; null before a booking, and once the crew gives up the job
 * @property {boolean} assigned true once the platform has accepted the assignment
 * @property {boolean} noted true once the custom field is written
 * @property {string | null} stopped reason for giving up the job
 * @property {string | null} dueAt
 * @property {number} version of the newest applied webhook
 * @property {string | null} [completedAt] time at which a cleaning that the plan charges for was completed
 * @property {boolean} [reported] true once the platform has recorded it as use of the app
 */

/** @typedef {{ installs: Record<string, Install>, jobs: Record<string, Job>, events: string[] }} State */

/** Number of event ids to remember. The platform retries a webhook for about 27 hours. */
const EVENTS_KEPT = 10_000;

/** Opens a JSON file that's rewritten on every save. Use your database in production. @param {string} file */
export async function openStore(file) {
  /** @type {State} */
  const state = { installs: {}, jobs: {}, events: [], ...(await readJson(file)) };
  await mkdir(dirname(file), { recursive: true });
  /** @type {Promise<void>} */
  let writing = Promise.resolve();
  const write = async () => {
    // The file holds tokens, hence the mode. The rename prevents a crash from leaving half a file.
    await writeFile(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
    await rename(`${file}.new`, file);
  };
  return {
    state,
    /** Resolves when all changes so far are on disk. */
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
