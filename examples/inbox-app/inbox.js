import { setTimeout as sleep } from 'node:timers/promises';
import { readUntrusted } from '@platform/app-sdk';
import { FarstayRefusal } from './farstay.js';

/** @import { MessageSend, MessageSendAnswer, MessageSendRefusal } from '@platform/app-sdk' */
/** @import { Farstay, Told } from './farstay.js' */
/** @import { Platform } from './platform.js' */
/** @import { Store } from './store.js' */

/** Interval between polls of Farstay's news. */
const EVERY_MS = 1_000;
/** Delays before retrying after a failure; the last one repeats. */
const AGAIN_MS = [1_000, 5_000, 30_000];

/**
 * Forwards guests' messages from Farstay to the platform, and the team's replies to Farstay. It stores only its position in Farstay's
 * news: everything else is safe to send twice on either side.
 * @param {{ store: Store, platform: Platform, farstay: Farstay, everyMs?: number, againMs?: number[], log?: (line: string) => void }} parts
 */
export function openInbox({
  store,
  platform,
  farstay,
  everyMs = EVERY_MS,
  againMs = AGAIN_MS,
  log = console.log,
}) {
  const { records } = store;
  const closing = new AbortController();
  let following = Promise.resolve();

  /** @param {number | undefined} ms */
  const pause = (ms) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined);

  /** Forwards one news item to the platform. @param {Told} told */
  async function tell(told) {
    const { what, sequence, letter } = told;
    if (what === 'queued') return;
    const isHistory = sequence <= records.history;
    if (isHistory && what !== 'new') return; // the platform doesn't have that letter
    const { refusal } = { refusal: null, ...(await say(told, isHistory)) };
    if (refusal) log(`${letter.id} was refused: ${refusal}`);
    else log(`${letter.id} is ${what}`);
  }

  /** @param {Told} told @param {boolean} isHistory @returns {Promise<object>} */
  const say = (told, isHistory) =>
    told.what === 'new' || told.what === 'queued'
      ? platform.receive(told, { isHistory })
      : platform.report(told, told.what);

  /** Forwards all outstanding news in sequence, so that a guest's messages arrive in order. */
  async function catchUp() {
    for (;;) {
      const { news } = await farstay.news(records.told ?? 0);
      if (news.length === 0) return;
      for (const told of news) {
        if (closing.signal.aborted) return;
        await tell(told);
        records.told = told.sequence;
        await store.save();
      }
    }
  }

  async function follow() {
    for (let failures = 0; !closing.signal.aborted; ) {
      try {
        await catchUp();
        failures = 0;
        await pause(everyMs);
      } catch (error) {
        log(`News: ${error instanceof Error ? error.message : error}`);
        await pause(againMs[Math.min(failures++, againMs.length - 1)]);
      }
    }
  }

  return {
    /** Starts forwarding news where an earlier run stopped. News from before the first run is imported as history. */
    async start() {
      if (records.told === null) {
        const { newest } = await farstay.news(0);
        Object.assign(records, { told: 0, history: newest });
        await store.save();
      }
      following = follow();
    },

    /**
     * Sends the team's reply and returns the response for the platform. Rejects if the platform should send the message again.
     * @param {MessageSend} message
     * @returns {Promise<{ status: number, body: MessageSendAnswer | MessageSendRefusal | {} }>}
     */
    async send({ message_id: key, conversation, text, attachments }) {
      const files = attachments.map(({ name, type, bytes }) => ({ name: readUntrusted(name), type, bytes }));
      try {
        const letter = await farstay.send(conversation.external_id, key, {
          text: readUntrusted(text),
          files,
        });
        return letter.status === 'queued'
          ? { status: 202, body: {} }
          : { status: 200, body: { external_id: letter.id } };
      } catch (error) {
        if (!(error instanceof FarstayRefusal)) throw error;
        return { status: 422, body: { code: error.code, message: error.message, retry: false } };
      }
    },

    async close() {
      closing.abort();
      await following;
    },
  };
}

/** @typedef {ReturnType<typeof openInbox>} Inbox */
