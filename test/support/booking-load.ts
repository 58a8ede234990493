import { setTimeout as sleep } from 'node:timers/promises';
import { type AcpAgent, type AcpAnswer, type AcpSurface, acpAgent } from './acp.ts';
import type { Chance } from './seeded.ts';
import { daysAhead } from './stays.ts';

/** A booking that an agent was sent. */
interface Acknowledged {
  /** Checkout session id. */
  readonly id: string;
  /** `performance.now()` when the response arrived. */
  readonly at: number;
}

/** Agents that book until they're stopped. Each repeats a request, with its key, until it has a definite response. */
export interface BookingLoad {
  readonly acknowledged: readonly Acknowledged[];
  /** Responses that an outage doesn't justify, with their number. */
  readonly unexpected: ReadonlyMap<string, number>;
  /** Number of responses with 503 and `Retry-After`. */
  readonly refused: () => number;
  /** The slowest response so far, in milliseconds. */
  readonly slowestMs: () => number;
  /** Resolves after this many more bookings. */
  readonly more: (count: number) => Promise<void>;
  /** Longest time without a booking since an instant, in milliseconds. */
  readonly longestGapSince: (at: number) => number;
  readonly stop: () => Promise<void>;
}

interface BookingLoadOptions {
  /** The same storefront on each gateway. Agents alternate between them. */
  readonly surfaces: readonly AcpSurface[];
  readonly clients: number;
  readonly chance: Chance;
}

/** Pause between one agent's bookings: the load is there to be interrupted, not to fill the machine. */
const PACE_MS = 150;
/** Pause after a refusal, shorter than `Retry-After`, to have more requests during an outage. */
const AGAIN_MS = 400;
/** A response that takes longer is a hang. */
const HANG_MS = 30_000;
/** Bookings that don't come show that the platform doesn't recover. */
const MORE_WITHIN_MS = 180_000;

export function startBookingLoad({ surfaces, clients, chance }: BookingLoadOptions): BookingLoad {
  const agents = surfaces.map((surface) => acpAgent(surface, clients));
  const acknowledged: Acknowledged[] = [];
  const unexpected = new Map<string, number>();
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  let refused = 0;
  let slowestMs = 0;
  let turn = 0;

  const note = (what: string) => unexpected.set(what, (unexpected.get(what) ?? 0) + 1);
  const nextAgent = () => agents[turn++ % agents.length] as AcpAgent; // there's at least one

  /** Repeats a request until it has another response than "later"; null once stopped. */
  async function definite(request: (agent: AcpAgent) => Promise<AcpAnswer>): Promise<AcpAnswer | null> {
    while (!stopped.aborted) {
      const sentAt = performance.now();
      const answer = await request(nextAgent()).catch((error: unknown) => {
        note(`no response: ${error}`);
        return null;
      });
      slowestMs = Math.max(slowestMs, performance.now() - sentAt);
      if (answer !== null) {
        if (answer.status !== 503 && answer.status !== 409) return answer;
        if (!answer.headers['retry-after']) note(`${answer.status} without Retry-After`);
        if (answer.status === 503) refused += 1;
      }
      await sleep(AGAIN_MS);
    }
    return null;
  }

  async function book(client: number, index: number): Promise<void> {
    const day = 20 + chance.below(300);
    const key = `load-${client}-${index}`;
    const body = {
      line_items: [{ id: `stay:${1 + chance.below(2)}:${daysAhead(day)}:${daysAhead(day + 2)}:2:0` }],
      buyer: { first_name: 'Ada', last_name: 'Byron', email: `${key}@example.com` },
    };
    const signal = () => AbortSignal.timeout(HANG_MS);
    const created = await definite((agent) =>
      agent.send('POST', '/api/acp/checkout_sessions', {
        body,
        headers: { 'idempotency-key': key },
        signal: signal(),
      }),
    );
    if (created === null) return;
    if (created.status !== 201) return void note(`create: ${created.status} ${JSON.stringify(created.body)}`);
    const { id } = created.body;
    const done = await definite((agent) =>
      agent.send('POST', `/api/acp/checkout_sessions/${id}/complete`, {
        headers: { 'idempotency-key': `complete-${key}` },
        signal: signal(),
      }),
    );
    if (done === null) return;
    if (done.body?.order) acknowledged.push({ id, at: performance.now() });
    else note(`complete: ${done.status} ${JSON.stringify(done.body)}`);
  }

  const running = Array.from({ length: clients }, async (_, client) => {
    for (let index = 0; !stopped.aborted; index++) {
      await book(client, index);
      await sleep(PACE_MS);
    }
  });

  return {
    acknowledged,
    unexpected,
    refused: () => refused,
    slowestMs: () => slowestMs,
    async more(count) {
      const target = acknowledged.length + count;
      const until = performance.now() + MORE_WITHIN_MS;
      while (acknowledged.length < target) {
        if (performance.now() > until)
          throw new Error(
            `Only ${count - target + acknowledged.length} of ${count} bookings came: ${JSON.stringify([...unexpected])}`,
          );
        await sleep(50);
      }
    },
    longestGapSince(at) {
      const times = [at, ...acknowledged.map((one) => one.at).filter((time) => time > at)];
      return Math.max(...times.map((time, index) => (times[index + 1] ?? time) - time));
    },
    async stop() {
      if (stopped.aborted) return;
      stopping.abort();
      await Promise.all(running);
      await Promise.all(agents.map((agent) => agent.close()));
    },
  };
}
