import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** @import { Letter, News, Store, Thread, Written } from './store.js' */

const SLOW_MS = 3_000;

/**
 * Simulated behavior: `well`; `slow` accepts letters and delivers them later; `deaf` never responds; `lossy` accepts letters but drops
 * the response; `down` responds with an error; `bouncing` accepts letters but can't deliver them.
 * @typedef {'well' | 'slow' | 'deaf' | 'lossy' | 'down' | 'bouncing'} Mood
 */
/** @type {readonly string[]} */
const MOODS = ['well', 'slow', 'deaf', 'lossy', 'down', 'bouncing'];

/** The simulated mailbox can't do what the caller requested. */
export class MailboxError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * Simulates the mailbox of Farstay, an online travel agency: guests write letters, and houses send replies and follow the mailbox's
 * news.
 * @param {{ store: Store, slowMs?: number }} parts
 */
export function openMailbox({ store, slowMs = SLOW_MS }) {
  const { threads, news } = store.records;
  const closing = new AbortController();
  /** @type {Set<Promise<void>>} */
  const underWay = new Set();
  /** @type {Mood} */
  let mood = 'well';

  /** @param {string} id */
  function threadOf(id) {
    const thread = Object.hasOwn(threads, id) ? threads[id] : undefined;
    if (!thread) throw new MailboxError(404, 'There is no such thread.');
    return thread;
  }

  /** @param {Thread} thread @param {Letter} letter @param {News['what']} what */
  const announce = (thread, letter, what) =>
    news.push({ sequence: news.length + 1, threadId: thread.id, letterId: letter.id, what });

  /** @param {Thread} thread @param {Letter} letter @param {Exclude<Letter['status'], 'queued'>} status */
  function become(thread, letter, status) {
    letter.status = status;
    announce(thread, letter, status);
  }

  /** @param {Thread} thread @param {Written} written */
  function write(thread, { text, attached = [], sentAt = new Date().toISOString() }) {
    /** @type {Letter} */
    const letter = {
      id: `FL-${randomUUID()}`,
      from: 'guest',
      key: null,
      text,
      files: [],
      attached,
      sentAt,
      status: 'delivered',
    };
    thread.letters.push(letter);
    announce(thread, letter, 'new');
  }

  /** Delivers an accepted letter later. @param {Thread} thread @param {Letter} letter */
  function deliverLater(thread, letter) {
    const delivering = (async () => {
      await sleep(slowMs, undefined, { signal: closing.signal });
      become(thread, letter, 'sent');
      become(thread, letter, 'delivered');
      await store.save();
    })()
      .catch(() => undefined) // the mailbox closed: the next run delivers the letter
      .finally(() => underWay.delete(delivering));
    underWay.add(delivering);
  }

  /** Accepts a letter, as the current mood dictates. @param {Thread} thread @param {Letter} letter */
  function take(thread, letter) {
    letter.status = mood === 'slow' ? 'queued' : 'sent';
    if (mood === 'slow') deliverLater(thread, letter);
    else become(thread, letter, mood === 'bouncing' ? 'failed' : 'delivered');
  }

  for (const thread of Object.values(threads))
    for (const letter of thread.letters) if (letter.status === 'queued') deliverLater(thread, letter);

  return {
    /**
     * Accepts a house's letter. A known key, which the house chooses, isn't sent again unless its letter failed.
     * @param {string | null} house @param {string} id @param {string} key @param {Pick<Letter, 'text' | 'files'>} sent
     * @returns {Promise<Letter | 'never' | 'lost'>}
     */
    async send(house, id, key, { text, files }) {
      if (mood === 'deaf') return 'never';
      if (mood === 'down') throw new MailboxError(503, 'Farstay is down.');
      const thread = threadOf(id);
      if (thread.house !== house) throw new MailboxError(404, 'There is no such thread.');
      const known = thread.letters.find((letter) => letter.key === key);
      const isToSend = !known || known.status === 'failed';
      if (isToSend && thread.closed) throw new MailboxError(410, 'The guest takes no more messages.');
      const letter = known ?? add(thread, { key, text, files });
      if (isToSend) take(thread, letter);
      await store.save();
      return mood === 'lossy' ? 'lost' : letter;
    },

    /** Returns a house's news after that sequence number, oldest first, each with its thread and letter. @param {string | null} house @param {number} sequence */
    newsAfter: (house, sequence) => ({
      newest: news.length,
      news: news
        .slice(sequence)
        .filter(({ threadId }) => threadOf(threadId).house === house)
        .slice(0, 100)
        .map(({ threadId, letterId, ...one }) => {
          const { letters, closed: _, house: __, ...thread } = threadOf(threadId);
          return { ...one, thread, letter: letters.find(({ id }) => id === letterId) };
        }),
    }),

    /** Returns a thread as the guest sees it. @param {string} id */
    read: (id) => threadOf(id),

    /**
     * Starts a guest's thread with a request for a stay.
     * @param {{ house: string, guest: Thread['guest'], subject: string } & Written} asked
     */
    async ask({ house, guest, subject, ...written }) {
      /** @type {Thread} */
      const thread = {
        id: `FT-${randomUUID()}`,
        house,
        subject,
        guest,
        bookingId: null,
        closed: false,
        letters: [],
      };
      threads[thread.id] = thread;
      write(thread, written);
      await store.save();
      return thread;
    },

    /** Adds a guest's letter to a thread. @param {string} id @param {Written} written */
    async write(id, written) {
      write(threadOf(id), written);
      await store.save();
      return threadOf(id);
    },

    /** Adds a guest's booking to the thread. @param {string} id @param {string} bookingId */
    async book(id, bookingId) {
      threadOf(id).bookingId = bookingId;
      await store.save();
      return threadOf(id);
    },

    /** Marks the house's delivered letters as read by the guest. @param {string} id */
    async open(id) {
      const thread = threadOf(id);
      for (const letter of thread.letters)
        if (letter.from === 'house' && letter.status === 'delivered') become(thread, letter, 'read');
      await store.save();
      return thread;
    },

    /** Closes a thread because the guest wants no more messages. @param {string} id */
    async close(id) {
      threadOf(id).closed = true;
      await store.save();
      return threadOf(id);
    },

    /** Sets Farstay's mood. @param {string} to */
    behave(to) {
      if (!MOODS.includes(to)) throw new MailboxError(409, `Farstay can be ${MOODS.join(', ')}.`);
      mood = /** @type {Mood} */ (to);
    },

    async stop() {
      closing.abort();
      await Promise.all(underWay);
      await store.save();
    },
  };
}

/** @typedef {ReturnType<typeof openMailbox>} Mailbox */

/** @param {Thread} thread @param {Pick<Letter, 'key' | 'text' | 'files'>} sent */
function add(thread, sent) {
  /** @type {Letter} */
  const letter = {
    id: `FL-${randomUUID()}`,
    from: 'house',
    sentAt: new Date().toISOString(),
    status: 'queued',
    ...sent,
  };
  thread.letters.push(letter);
  return letter;
}
