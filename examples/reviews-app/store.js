import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * A guest's review.
 * @typedef {object} Review
 * @property {string} id
 * @property {number} installId the host's install, the same in panel and storefront tokens
 * @property {string} unitTypeId the reviewed unit type
 * @property {string} name
 * @property {number} stars 1 to 5
 * @property {string} text
 * @property {string} writtenAt
 */

/** @typedef {Awaited<ReturnType<typeof openStore>>} Store */

/** Opens the reviews: a JSON file that's rewritten on every save. Use your database in production. @param {string} file */
export async function openStore(file) {
  /** @type {Review[]} */
  let reviews = await read(file);
  /** @type {Promise<unknown>} */
  let saving = Promise.resolve();

  function save() {
    const text = JSON.stringify(reviews);
    saving = saving.catch(() => undefined).then(() => write(file, text));
    return saving;
  }

  return {
    /** Returns a host's reviews, newest first, of one unit type or of all. @param {number} installId @param {string | null} [unitTypeId] */
    of: (installId, unitTypeId = null) =>
      reviews
        .filter(
          (one) => one.installId === installId && (unitTypeId === null || one.unitTypeId === unitTypeId),
        )
        .toReversed(),

    /** @param {Omit<Review, 'id' | 'writtenAt'>} given */
    async add(given) {
      reviews = [...reviews, { id: randomUUID(), writtenAt: new Date().toISOString(), ...given }];
      await save();
    },

    /** Removes a review if it belongs to the host. @param {number} installId @param {string} id */
    async remove(installId, id) {
      reviews = reviews.filter((one) => one.id !== id || one.installId !== installId);
      await save();
    },
  };
}

/** @param {string} file */
async function read(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

/** @param {string} file @param {string} text */
async function write(file, text) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
