/** @import { Letter, News, Thread } from './store.js' */

/**
 * A piece of news and what it is about.
 * @typedef {object} Told
 * @property {number} sequence
 * @property {News['what']} what
 * @property {Pick<Thread, 'id' | 'subject' | 'guest' | 'bookingId'>} thread
 * @property {Letter} letter
 */

/** Shorter than the ten seconds in which the platform wants an answer. */
const TIMEOUT_MS = 8_000;

/** Farstay will not take this, however often it is sent. */
export class FarstayRefusal extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** The HTTP API of Farstay as a house sees it: put that of your inbox in its place. @param {{ url: string, timeoutMs?: number }} where */
export function openFarstay({ url, timeoutMs = TIMEOUT_MS }) {
  /** @param {string} path @param {RequestInit} [init] */
  const ask = (path, init) =>
    fetch(`${url}/farstay/${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) });

  return {
    /**
     * Sends a letter. A key that was sent before finds the letter that it made. Resolves with the letter; throws FarstayRefusal where it
     * is never taken, and anything else where it may be sent again.
     * @param {string} threadId @param {string} key @param {Pick<Letter, 'text' | 'files'>} letter
     * @returns {Promise<Letter>}
     */
    async send(threadId, key, letter) {
      const path = `threads/${encodeURIComponent(threadId)}/letters/${encodeURIComponent(key)}`;
      const answer = await ask(path, { method: 'PUT', body: JSON.stringify(letter) });
      if (answer.status === 404)
        throw new FarstayRefusal('UNKNOWN_THREAD', 'Farstay knows no such conversation.');
      if (answer.status === 410)
        throw new FarstayRefusal('THREAD_CLOSED', 'The guest takes no more messages on Farstay.');
      return bodyOf(answer);
    },

    /** What happened after that piece of news, oldest first. @param {number} sequence @returns {Promise<{ news: Told[], newest: number }>} */
    news: async (sequence) => bodyOf(await ask(`news?after=${sequence}`)),
  };
}

/** @typedef {ReturnType<typeof openFarstay>} Farstay */

/** @param {Response} answer @returns {Promise<any>} */
async function bodyOf(answer) {
  if (!answer.ok) throw new Error(`Farstay answered with status ${answer.status}.`);
  return answer.json();
}
