import { createHash } from 'node:crypto';
import type { Logger } from '#kit/log.ts';
import type { RedisAddress } from '#kit/redis-address.ts';
import { type RedisClient, redisConnector } from './redis-client.ts';

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
/** Where one of several servers owes an answer, no one else waits for it until those who watch it may have found another. */
const PAUSE_MS = 1_000;

/** One part of a cluster may answer while another is away: it is back when all have answered for this long. */
const CALM_MS = 5_000;

/** Names a script by what Redis remembers it by. */
export function redisScript(text: string): RedisScript {
  return { text, sha1: createHash('sha1').update(text).digest('hex') };
}

export interface OpenRedis {
  readonly address: RedisAddress;
  readonly log: Logger;
  /** Longest wait for an answer; `ANSWER_TIMEOUT_MS` by default. */
  readonly answerTimeoutMs?: number;
}

/**
 * Connects in the background and for good: a Redis that is away, or hangs, is tried again until it is back. Its going and
 * coming are logged once each.
 */
export async function openRedis({
  address,
  log,
  answerTimeoutMs = ANSWER_TIMEOUT_MS,
}: OpenRedis): Promise<Redis> {
  let away = false;
  let troubleAt = 0;
  const goneBecause = (error: unknown) => {
    troubleAt = performance.now();
    if (!away) log.warn({ err: error }, 'Redis is away: limits are counted in each process until it is back');
    away = true;
  };
  const isBack = () => {
    if (away) log.info({}, 'Redis is back: limits are shared again');
    away = false;
  };
  const connector = await redisConnector(address);
  const onReady = address.kind === 'cluster' ? () => {} : isBack; // it may be another server that is away
  const connect = (afterMs: number) => connector({ afterMs, onTrouble: goneBecause, onReady });
  let client = connect(0);
  /** Until when no one asks a server of a cluster, by its address. */
  const silentUntil = new Map<string, number>();

  /**
   * A connection that owes an answer is given up: a new one finds out when Redis is there again. Of a cluster only that server is left
   * alone for a while; the library finds out whether it hangs.
   */
  function giveUp(asked: RedisClient, server: string | null): void {
    if (server !== null) {
      silentUntil.set(server, performance.now() + PAUSE_MS);
    } else if (asked === client) {
      asked.destroy();
      client = connect(address.kind === 'server' ? 0 : PAUSE_MS);
    }
  }

  async function inTime<T>(answer: Promise<T>, server: string | null): Promise<T> {
    const asked = client;
    let timer: NodeJS.Timeout | undefined;
    let afterReading: NodeJS.Immediate | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const isLate = () => {
        reject(new Error(`Redis did not answer within ${answerTimeoutMs} ms.`));
        giveUp(asked, server);
      };
      // Perhaps this process was busy: what has arrived meanwhile is read first.
      timer = setTimeout(() => {
        afterReading = setImmediate(isLate);
      }, answerTimeoutMs);
    });
    try {
      const answered = await Promise.race([answer, late]);
      if (away && performance.now() - troubleAt > CALM_MS) isBack();
      return answered;
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
    isReady: () => client.isReady(),
    async run(script, key, ...args) {
      const server = client.serverOf(key);
      if (server !== null && (silentUntil.get(server) ?? 0) > performance.now()) {
        throw new Error(`Redis at ${server} does not answer.`);
      }
      return (await inTime(evaluate(script, key, args), server)) as readonly number[]; // our scripts answer integers
    },
    close() {
      client.destroy();
    },
  };
}
