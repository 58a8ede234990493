import { createHash } from 'node:crypto';
import type { Logger } from '#kit/log.ts';
import type { RedisAddress } from '#kit/redis-address.ts';
import { type RedisClient, redisConnector } from './redis-client.ts';

/** A Lua script on one key that returns integers. */
export interface RedisScript {
  readonly text: string;
  readonly sha1: string;
}

/** The Redis shared by the product's processes. */
export interface Redis {
  /** True if it accepts commands now. */
  readonly isReady: () => boolean;
  /** Runs a script as one step. Rejects if Redis is down or doesn't respond in time. */
  readonly run: (script: RedisScript, key: string, ...args: readonly number[]) => Promise<readonly number[]>;
  readonly close: () => void;
}

/** Longest wait for a reply. */
const ANSWER_TIMEOUT_MS = 250;
/**
 * If one of several servers doesn't reply, callers skip it for this long, which gives failover time to find
 * another.
 */
const PAUSE_MS = 1_000;

/**
 * Some servers in a cluster may reply while others are down: the cluster counts as back when all have replied
 * for this long.
 */
const CALM_MS = 5_000;

/** Names a script by its Redis digest. */
export function redisScript(text: string): RedisScript {
  return { text, sha1: createHash('sha1').update(text).digest('hex') };
}

export interface OpenRedis {
  readonly address: RedisAddress;
  readonly log: Logger;
  /** Longest wait for a reply; `ANSWER_TIMEOUT_MS` by default. */
  readonly answerTimeoutMs?: number;
}

/**
 * Connects in the background and keeps retrying while Redis is down or hangs. Logs each outage and recovery
 * once.
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
    if (!away)
      log.warn({ err: error }, "Redis is unavailable: each process counts limits separately until it's back");
    away = true;
  };
  const isBack = () => {
    if (away) log.info({}, 'Redis is back: limits are shared again');
    away = false;
  };
  const connector = await redisConnector(address);
  const onReady = address.kind === 'cluster' ? () => {} : isBack; // another server may be down
  const connect = (afterMs: number) => connector({ afterMs, onTrouble: goneBecause, onReady });
  let client = connect(0);
  /** End of each cluster server's pause, by address. */
  const silentUntil = new Map<string, number>();

  /**
   * Drops a connection whose reply is overdue; a new connection detects when Redis is back. In a cluster,
   * only pauses that server; the library detects whether the server hangs.
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
        reject(new Error(`Redis didn't respond within ${answerTimeoutMs} ms.`));
        giveUp(asked, server);
      };
      // This process may have been busy, so it reads buffered replies first.
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
        throw new Error(`Redis at ${server} doesn't respond.`);
      }
      return (await inTime(evaluate(script, key, args), server)) as readonly number[]; // our scripts return integers
    },
    close() {
      client.destroy();
    },
  };
}
