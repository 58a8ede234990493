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
 * Forwards guests' messages from Farstay to the platform, and the teams' replies to Farstay. It stores only each team's position in
 * its news: everything else is safe to send twice on either side.
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
  const { positions } = store.records;
  const closing = new AbortController();
  /** Each team's loop: a failure of one doesn't delay the others. @type {Map<string, Promise<void>>} */
  const following = new Map();

  /** @param {number | undefined} ms */
  const pause = (ms) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined);

  /** Forwards one news item to the platform. @param {string} team @param {Told} told */
  async function tell(team, told) {
    const { what, sequence, letter } = told;
    if (what === 'queued') return;
    const isHistory = sequence <= positions[team].history;
    if (isHistory && what !== 'new') return; // the platform doesn't have that letter
    const { refusal } = { refusal: null, ...(await say(team, told, isHistory)) };
    if (refusal) log(`${letter.id} was refused: ${refusal}`);
    else log(`${letter.id} is ${what}`);
  }

  /** @param {string} team @param {Told} told @param {boolean} isHistory @returns {Promise<object>} */
  const say = (team, told, isHistory) =>
    told.what === 'new' || told.what === 'queued'
      ? platform.receive(team, told, { isHistory })
      : platform.report(team, told, told.what);

  /** Forwards a team's outstanding news in sequence, so that a guest's messages arrive in order. @param {string} team */
  async function catchUp(team) {
    for (;;) {
      const { news } = await farstay.news(team, positions[team].told);
      if (news.length === 0) return;
      for (const told of news) {
        if (closing.signal.aborted) return;
        await tell(team, told);
        positions[team].told = told.sequence;
        await store.save();
      }
    }
  }

  /** @param {string} team */
  async function keepUp(team) {
    for (let failures = 0; !closing.signal.aborted; ) {
      try {
        await catchUp(team);
        failures = 0;
        await pause(everyMs);
      } catch (error) {
        log(`News of ${team}: ${error instanceof Error ? error.message : error}`);
        await pause(againMs[Math.min(failures++, againMs.length - 1)]);
      }
    }
  }

  /** Starts forwarding a team's news where it stopped. News from before the team was connected is imported as history. @param {string} team */
  async function follow(team) {
    if (!Object.hasOwn(positions, team)) {
      const { newest } = await farstay.news(team, 0);
      positions[team] ??= { told: 0, history: newest };
      await store.save();
    }
    if (!following.has(team)) following.set(team, keepUp(team));
  }

  return {
    follow,

    /** Starts forwarding the news of all connected teams. */
    async start() {
      for (const team of platform.teams()) await follow(team);
    },

    /**
     * Sends a team's reply and returns the response for the platform. Rejects if the platform should send the message again.
     * @param {string} team @param {MessageSend} message
     * @returns {Promise<{ status: number, body: MessageSendAnswer | MessageSendRefusal | {} }>}
     */
    async send(team, { message_id: key, conversation, text, attachments }) {
      const files = attachments.map(({ name, type, bytes }) => ({ name: readUntrusted(name), type, bytes }));
      try {
        const letter = await farstay.send(team, conversation.external_id, key, {
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
      await Promise.all(following.values());
    },
  };
}

/** @typedef {ReturnType<typeof openInbox>} Inbox */
