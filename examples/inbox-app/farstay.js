/** @import { Letter, News, Thread } from './store.js' */

/**
 * A news item with its thread and letter.
 * @typedef {object} Told
 * @property {number} sequence
 * @property {News['what']} what
 * @property {Pick<Thread, 'id' | 'subject' | 'guest' | 'bookingId'>} thread
 * @property {Letter} letter
 */

/** Shorter than the ten seconds that the platform waits for a response. */
const TIMEOUT_MS = 8_000;

/** Farstay refused a letter permanently. */
export class FarstayRefusal extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Client for Farstay's HTTP API for houses; replace it with a client for your inbox. @param {{ url: string, timeoutMs?: number }} where */
export function openFarstay({ url, timeoutMs = TIMEOUT_MS }) {
  /** @param {string} path @param {RequestInit} [init] */
  const ask = (path, init) =>
    fetch(`${url}/farstay/${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });

  return {
    /**
     * Sends a letter. Repeating a key returns the letter that it created. Throws FarstayRefusal for a permanent refusal; after any
     * other error, the letter can be sent again.
     * @param {string} house @param {string} threadId @param {string} key @param {Pick<Letter, 'text' | 'files'>} letter
     * @returns {Promise<Letter>}
     */
    async send(house, threadId, key, letter) {
      const place = `threads/${encodeURIComponent(threadId)}/letters/${encodeURIComponent(key)}`;
      const path = `${place}?${new URLSearchParams({ house })}`;
      const answer = await ask(path, { method: 'PUT', body: JSON.stringify(letter) });
      if (answer.status === 404)
        throw new FarstayRefusal('UNKNOWN_THREAD', 'Farstay has no such conversation.');
      if (answer.status === 410)
        throw new FarstayRefusal('THREAD_CLOSED', 'The guest takes no more messages on Farstay.');
      return bodyOf(answer);
    },

    /** Returns a house's news after that sequence number, oldest first. @param {string} house @param {number} sequence @returns {Promise<{ news: Told[], newest: number }>} */
    news: async (house, sequence) =>
      bodyOf(await ask(`news?${new URLSearchParams({ house, after: String(sequence) })}`)),
  };
}

/** @typedef {ReturnType<typeof openFarstay>} Farstay */

/** @param {Response} answer @returns {Promise<any>} */
async function bodyOf(answer) {
  if (!answer.ok) throw new Error(`Farstay answered with status ${answer.status}.`);
  return answer.json();
}
