import { setTimeout as sleep } from 'node:timers/promises';
import { openAlarm } from '#kit/alarm.ts';
import type { Config } from '#kit/config.ts';
import { within } from '#kit/deadline.ts';
import { isUnavailable, Unavailable } from '#kit/unavailable.ts';
import type { SubgraphContext } from '../context.ts';
import { type WorkKind, withinBudget } from '../limits/work-budget.ts';
import type { RunningService, Service } from '../subgraph.ts';
import { afterSend, mayAttempt, type Recording, type RetryPolicy, type Sent } from './lease-states.ts';

/** Party that an item is charged to: a team, an app or an account. */
type Share = number | string;

/** An item that waits. */
export interface WaitingItem<S extends Share = Share> {
  readonly id: number;
  readonly share: S;
  /** When it comes due; it is due if omitted. */
  readonly at?: Date;
}

/** Items that a scan leaves out. */
export interface LeftOut<S extends Share = Share> {
  /** Shares that have no turn now. */
  readonly shares: readonly S[];
  /** Items under way in this process, and those that another process has just claimed. */
  readonly ids: readonly number[];
  /** Free slots; a scan that has more to do than finding items is made also while there are none. */
  readonly free: number;
}

/** An item that this process alone works on until the lease ends. */
export interface Leased<Problem> {
  /** Attempts so far, including this one. */
  readonly attempts: number;
  /** Set if the claim found that no attempt may follow. */
  readonly giveUp?: Problem;
}

/**
 * Work that is claimed under a lease, sent, recorded, and retried a bounded number of times. Items, leases and attempts are in the
 * database, so several processes share the work, and one continues where another was killed. See `lease-states.ts` for the moves.
 */
export interface LeasedWork<Item extends WaitingItem, Lease extends Leased<Problem>, Done, Problem> {
  /** Name in logs and of the service. */
  readonly name: string;
  /** Items that one process works on at the same time, and those of one share among them. */
  readonly slots: number;
  readonly slotsPerShare: number;
  /** Claims that one process makes at the same time; as many as slots if omitted. */
  readonly claimsAtOnce?: number;
  /** Work charged to the hour of the share's team; `mostMs` is the limit of one item. */
  readonly budget?: { readonly kind: WorkKind; readonly mostMs: number };
  readonly retry: (config: Config) => RetryPolicy;
  /** Longest time between two scans of a service. A scan may ask for an earlier one. */
  readonly everyMs?: number;
  /**
   * Finds items that wait, the most urgent of each share first. An item is due if and only if `claim` would take it: otherwise it is
   * claimed in vain until another process records it.
   */
  readonly scan: (ctx: SubgraphContext, leftOut: LeftOut<Item['share']>) => Promise<Scanned<Item>>;
  /**
   * Takes the lease and counts the attempt, in one transaction; null if another process was quicker, `nothing` if the claim found
   * nothing to send and recorded that.
   */
  readonly claim: (ctx: SubgraphContext, item: Item) => Promise<Lease | 'nothing' | null>;
  /** Does the work, outside of any transaction. If it throws, the lease lapses. */
  readonly send: (ctx: SubgraphContext, lease: Lease) => Promise<Sent<Done, Problem>>;
  /** Records the attempt's move, and ends the lease. Changes nothing if the lease is another's by now. */
  readonly record: (ctx: SubgraphContext, lease: Lease, recording: Recording<Done, Problem>) => Promise<void>;
  /** Extends the lease while `send` runs. */
  readonly renew?: {
    readonly everyMs: number;
    readonly run: (ctx: SubgraphContext, lease: Lease) => Promise<unknown>;
  };
}

/** Items found by a scan, or those and the milliseconds to the next scan. */
export type Scanned<Item> = readonly Item[] | { readonly items: readonly Item[]; readonly againInMs: number };

/** Leased work in this process. */
export interface LeasedWorker {
  /** Scans soon, and again whenever an item ends. Call it when something may be due. */
  readonly wake: (newContext: () => SubgraphContext) => void;
  /** Throws when no scan has succeeded for a while. */
  readonly check: () => void;
  /** Resolves once nothing is under way and a scan has found nothing to start. */
  readonly idle: () => Promise<void>;
  /** Starts nothing more, and gives items under way a few seconds; their leases lapse, and another process takes them. */
  readonly close: () => Promise<void>;
}

/** After a scan or an item that failed, the next attempt is this soon. */
const AGAIN_MS = 1_000;
/** An item that another process was claiming is left out of scans for this long. */
const CLAIMED_ELSEWHERE_MS = 100;
const SCAN_TIMEOUT_MS = 30_000;
const LONGEST_WITHOUT_A_SCAN_MS = 120_000;
/** On the way down, items under way get this long. */
const GRACE_MS = 5_000;
/** Retries that come due later are found by the recurring scan. */
const LONGEST_ALARM_MS = 30_000;

/** Opens it: nothing is scanned before it is woken. */
export function openLeasedWork<Item extends WaitingItem, Lease extends Leased<Problem>, Done, Problem>(
  work: LeasedWork<Item, Lease, Done, Problem>,
): LeasedWorker {
  const { name, slots, slotsPerShare, budget } = work;
  type ShareOf = Item['share'];
  const underWay = new Map<number, { readonly share: ShareOf; readonly ends: Promise<void> }>();
  /** Shares in the order of their last turns. */
  const turns = new Map<ShareOf, number>();
  /** Shares whose hour is used up, and items that aren't tried for a moment, with the end of it. */
  const sharesOutUntil = new Map<ShareOf, number>();
  const idsOutUntil = new Map<number, number>();
  const claiming = openPlaces(work.claimsAtOnce ?? slots);
  let turn = 0;
  let isClosed = false;
  let scannedAt = performance.now();
  let newContext: (() => SubgraphContext) | null = null;
  let quiet = Promise.withResolvers<void>();

  const scans = openAlarm(async () => {
    if (!newContext || isClosed) return;
    const ctx = newContext();
    // Nothing is sent by a wrong clock, and waiting for it is no failure.
    if (ctx.clock.isRight?.() === false) {
      scannedAt = performance.now();
      return scans.within(AGAIN_MS);
    }
    try {
      const nextMs = await within(SCAN_TIMEOUT_MS, `A scan for ${name}`, scan(ctx));
      scannedAt = performance.now();
      if (nextMs !== null) scans.within(nextMs);
    } catch (error) {
      if (!isUnavailable(error)) ctx.log.error({ err: error, work: name }, 'Failed to scan for due items');
      scans.within(AGAIN_MS);
    }
  });

  /** Starts what is due and has a turn; returns the milliseconds to the next scan, or null if another call wakes it. */
  async function scan(ctx: SubgraphContext): Promise<number | null> {
    const free = slots - underWay.size;
    const found = await work.scan(ctx, { shares: sharesLeftOut(), ids: idsLeftOut(), free });
    const { items, againInMs = work.everyMs } = 'items' in found ? found : { items: found };
    const now = ctx.clock.now().getTime();
    const due = items.filter(({ at }) => !at || at.getTime() <= now);
    const started = startInTurn(due);
    if (started > 0) return 0; // behind many of one share there may be those of others
    if (underWay.size === 0) turns.clear();
    if (underWay.size === 0 && due.length === 0) quiet.resolve();
    const next = Math.min(...items.flatMap(({ at }) => (at && at.getTime() > now ? at.getTime() - now : [])));
    const inMs = Math.min(next, againInMs ?? Number.POSITIVE_INFINITY);
    return inMs === Number.POSITIVE_INFINITY ? null : Math.min(inMs, work.everyMs ?? LONGEST_ALARM_MS);
  }

  const countOf = (share: ShareOf) => [...underWay.values()].filter((one) => one.share === share).length;

  function sharesLeftOut(): readonly ShareOf[] {
    const shares = new Set([...underWay.values()].map(({ share }) => share));
    const full = [...shares].filter((share) => countOf(share) >= slotsPerShare);
    return [...new Set([...full, ...unexpired(sharesOutUntil)])];
  }

  const idsLeftOut = () => [...underWay.keys(), ...unexpired(idsOutUntil)];

  /** Starts one item of each share, those first whose last turn is longest ago, then the next of each. */
  function startInTurn(due: readonly Item[]): number {
    const waiting = new Map<ShareOf, Item[]>();
    for (const item of due) {
      if (underWay.has(item.id)) continue;
      const own = waiting.get(item.share);
      if (own) own.push(item);
      else waiting.set(item.share, [item]);
    }
    const room = new Map([...waiting.keys()].map((share) => [share, slotsPerShare - countOf(share)]));
    let started = 0;
    while (waiting.size > 0 && underWay.size < slots) {
      const inTurn = [...waiting.keys()].toSorted((a, b) => (turns.get(a) ?? 0) - (turns.get(b) ?? 0));
      for (const share of inTurn) {
        const item = waiting.get(share)?.shift();
        const left = room.get(share) ?? 0;
        if (!item || left <= 0) {
          waiting.delete(share);
          continue;
        }
        if (underWay.size >= slots) break;
        room.set(share, left - 1);
        turns.set(share, ++turn);
        start(item);
        started++;
      }
    }
    return started;
  }

  function start(item: Item): void {
    if (!newContext) return;
    const ctx = newContext();
    if (underWay.size === 0) quiet = Promise.withResolvers();
    const { id, share } = item;
    const ends = charged(ctx, item)
      .catch((error: unknown) => {
        // Its lease lapses, and it is claimed again.
        idsOutUntil.set(id, performance.now() + AGAIN_MS);
        scans.within(AGAIN_MS);
        if (!isUnavailable(error))
          ctx.log.error({ err: error, work: name, id, share }, 'Failed to work on an item');
      })
      .finally(() => {
        underWay.delete(id);
        scans.within(0);
      });
    underWay.set(id, { share, ends });
  }

  /** Works on an item, on the account of its team. */
  async function charged(ctx: SubgraphContext, item: Item): Promise<void> {
    if (!budget) return attempt(ctx, item);
    const account = { teamId: Number(item.share), ...budget };
    const outcome = await withinBudget(ctx, { ...account, run: () => attempt(ctx, item) });
    if (!('againInMs' in outcome)) return;
    sharesOutUntil.set(item.share, performance.now() + outcome.againInMs);
    scans.within(outcome.againInMs);
  }

  async function attempt(ctx: SubgraphContext, item: Item): Promise<void> {
    const lease = await claiming(() => (isClosed ? Promise.resolve(null) : work.claim(ctx, item)));
    if (lease === null) {
      idsOutUntil.set(item.id, performance.now() + CLAIMED_ELSEWHERE_MS);
      return scans.within(CLAIMED_ELSEWHERE_MS);
    }
    if (lease === 'nothing') return;
    const { attempts } = lease;
    const policy = work.retry(ctx.config);
    const sent = await send(ctx, lease, policy);
    const recording =
      sent === null
        ? ({ move: 'give_up', problem: null } as const)
        : afterSend(policy, sent, { attempts, random: Math.random() });
    await work.record(ctx, lease, recording);
    if ('inMs' in recording) scans.within(Math.min(recording.inMs, work.everyMs ?? LONGEST_ALARM_MS));
  }

  /** One attempt, unless none is left: then null. */
  async function send(
    ctx: SubgraphContext,
    lease: Lease,
    policy: RetryPolicy,
  ): Promise<Sent<Done, Problem> | null> {
    if (lease.giveUp !== undefined) return { move: 'give_up', problem: lease.giveUp };
    if (!mayAttempt(policy, lease.attempts)) return null;
    const { renew } = work;
    if (!renew) return work.send(ctx, lease);
    const renewing = setInterval(() => {
      renew.run(ctx, lease).catch((error: unknown) => {
        ctx.log.warn({ err: error, work: name }, 'Failed to renew a lease');
      });
    }, renew.everyMs);
    try {
      return await work.send(ctx, lease);
    } finally {
      clearInterval(renewing);
    }
  }

  return {
    wake(context) {
      newContext = context;
      if (!isClosed) scans.within(0);
    },
    check() {
      if (performance.now() - scannedAt <= LONGEST_WITHOUT_A_SCAN_MS) return;
      throw new Unavailable(`Scans for ${name} have failed for a while.`);
    },
    idle: () => quiet.promise,
    async close() {
      isClosed = true;
      await scans.stop();
      const all = [...underWay.values()].map(({ ends }) => ends);
      await Promise.race([Promise.all(all), sleep(GRACE_MS, undefined, { ref: false })]);
    },
  };
}

/** Makes a service of leased work, woken by NOTIFYs on `channel` and by its own recurring scan. */
export const leasedService = <Item extends WaitingItem, Lease extends Leased<Problem>, Done, Problem>(
  channel: string,
  work: LeasedWork<Item, Lease, Done, Problem> & { readonly everyMs: number },
): Service => ({
  name: work.name,
  async start(newContext): Promise<RunningService> {
    const { wake, check, close } = openLeasedWork(work);
    const scan = () => wake(newContext);
    await newContext().db.listen(channel, { onPayload: scan, onGap: scan });
    scan();
    return { check, stop: close };
  },
});

/** Keys whose time has not come, without the others. */
function unexpired<K>(until: Map<K, number>): readonly K[] {
  const now = performance.now();
  for (const [key, end] of until) if (end <= now) until.delete(key);
  return [...until.keys()];
}

/** Returns a function that runs at most `places` calls at the same time, in order. */
function openPlaces(places: number) {
  let taken = 0;
  const queue: (() => void)[] = [];
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (taken < places) taken++;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await run();
    } finally {
      const next = queue.shift(); // it takes over the place
      if (next) next();
      else taken--;
    }
  };
}
