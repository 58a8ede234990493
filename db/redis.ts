import { createHash } from 'node:crypto';
import type { Logger } from '#kit/log.ts';

/** A Lua script of ours on one key. It answers integers. */
export interface RedisScript {
  readonly text: string;
  readonly sha1: string;
}

/** The Redis that processes of the product share. */
export interface Redis {
  /** Whether it can be asked just now. */
  readonly isReady: () => boolean;
  /** Runs a script as one step. Rejects when Redis is away or does not answer in time. */
  readonly run: (script: RedisScript, key: string, ...args: readonly number[]) => Promise<readonly number[]>;
  readonly close: () => void;
}

/** Anyone who asks waits at most this long for an answer. */
const ANSWER_TIMEOUT_MS = 250;
/** No one waits for this: a start that is busy for a second is no reason to call Redis absent. */
const CONNECT_TIMEOUT_MS = 5_000;
const RECONNECT_AFTER_MS = 500;
/** Questions on their way at once; more are refused here. */
const MOST_WAITING = 10_000;

/** Names a script by what Redis remembers it by. */
export function redisScript(text: string): RedisScript {
  return { text, sha1: createHash('sha1').update(text).digest('hex') };
}

export interface OpenRedis {
  readonly url: string;
  readonly log: Logger;
}

/**
 * Connects in the background and for good: a Redis that is away, or hangs, is tried again until it is back. Its going and
 * coming are logged once each.
 */
export async function openRedis({ url, log }: OpenRedis): Promise<Redis> {
  const redis = await import('@redis/client'); // it has a module for each command: loaded where it is used
  let away = false;
  const goneBecause = (error: unknown) => {
    if (!away) log.warn({ err: error }, 'Redis is away: limits are counted in each process until it is back');
    away = true;
  };

  function connect() {
    const made = redis.createClient({
      url,
      RESP: 2, // what every Redis speaks
      disableOfflineQueue: true,
      commandsQueueMaxLength: MOST_WAITING,
      socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: RECONNECT_AFTER_MS },
    });
    made.on('error', goneBecause);
    made.on('ready', () => {
      if (away) log.info({}, 'Redis is back: limits are shared again');
      away = false;
    });
    made.connect().catch(goneBecause); // it goes on trying; only `destroy` ends that
    return made;
  }
  let client = connect();

  /** A connection that owes an answer is given up: a new one finds out when Redis is there again. */
  async function inTime<T>(answer: Promise<T>): Promise<T> {
    const asked = client;
    let timer: NodeJS.Timeout | undefined;
    let afterReading: NodeJS.Immediate | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const giveUp = () => {
        reject(new Error(`Redis did not answer within ${ANSWER_TIMEOUT_MS} ms.`));
        if (asked !== client) return;
        asked.destroy();
        client = connect();
      };
      // Perhaps this process was busy: what has arrived meanwhile is read first.
      timer = setTimeout(() => {
        afterReading = setImmediate(giveUp);
      }, ANSWER_TIMEOUT_MS);
    });
    try {
      return await Promise.race([answer, late]);
    } catch (error) {
      goneBecause(error);
      throw error;
    } finally {
      clearTimeout(timer);
      clearImmediate(afterReading);
    }
  }

  async function evaluate({ text, sha1 }: RedisScript, key: string, args: readonly number[]) {
    const options = { keys: [key], arguments: args.map(String) };
    try {
      return await client.evalSha(sha1, options);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return client.eval(text, options);
    }
  }

  return {
    isReady: () => client.isReady,
    async run(script, key, ...args) {
      return (await inTime(evaluate(script, key, args))) as unknown as readonly number[]; // our scripts answer integers
    },
    close() {
      client.destroy();
    },
  };
}
