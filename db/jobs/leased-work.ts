import { setTimeout as sleep } from 'node:timers/promises';
import { openAlarm } from '#kit/alarm.ts';
import type { Config } from '#kit/config.ts';
import { within } from '#kit/deadline.ts';
import { isUnavailable, Unavailable } from '#kit/unavailable.ts';
import type { SubgraphContext } from '../context.ts';
import { type WorkKind, withinBudget } from '../limits/work-budget.ts';
import type { RunningService, Service } from '../subgraph.ts';
import { afterSend, mayAttempt, type Recording, type RetryPolicy, type Sent } from './lease-states.ts';

/** Party charged for an item: a team, an app or an account. */
type Share = number | string;

/** A waiting item. */
export interface WaitingItem<S extends Share = Share> {
  readonly id: number;
  readonly share: S;
  /** Instant at which the item becomes due; already due if omitted. */
  readonly at?: Date;
}

/** Items that a scan leaves out. */
export interface LeftOut<S extends Share = Share> {
  /** Shares that can't start another item now. */
  readonly shares: readonly S[];
  /** Items in progress in this process, and items that another process has just claimed. */
  readonly ids: readonly number[];
  /** Free slots, at least one. A scan may find more items than this, but no more are started. */
  readonly free: number;
}

/** An item leased to this process until the lease ends. */
export interface Leased<Problem> {
  /** Attempts including this one. */
  readonly attempts: number;
  /** Set if the claim found that no attempt may follow. */
  readonly giveUp?: Problem;
}

/**
 * Work that is claimed under a lease, sent, recorded, and retried a limited number of times. The database has
 * the items, leases and attempts, so several processes share the work, and one continues after another is
 * killed. See `lease-states.ts` for the moves.
 */
export interface LeasedWork<Item extends WaitingItem, Lease extends Leased<Problem>, Done, Problem> {
  /** Name of the service, also used in logs. */
  readonly name: string;
  /** Maximum items in progress at the same time in one process, in total and per share. */
  readonly slots: number;
  readonly slotsPerShare: number;
  /** Claims made at the same time in one process; as many as slots if omitted. */
  readonly claimsAtOnce?: number;
  /** Charges the work to the team's hourly budget; `mostMs` is the limit for one item. */
  readonly budget?: { readonly kind: WorkKind; readonly mostMs: number };
  readonly retry: (config: Config) => RetryPolicy;
  /** Maximum time between a service's scans. */
  readonly everyMs?: number;
  /** Runs before each scan, and also while there are no free slots. */
  readonly beforeScan?: (ctx: SubgraphContext) => Promise<BeforeScan>;
  /**
   * Finds waiting items, the most urgent in each share first. An item must be due if and only if `claim`
   * would take it; otherwise claims fail repeatedly until another process records the item.
   */
  readonly scan: (ctx: SubgraphContext, leftOut: LeftOut<Item['share']>) => Promise<readonly Item[]>;
  /**
   * Takes the lease and counts the attempt in one transaction. Null if another process was quicker; `nothing`
   * if the claim found no work to send and recorded that.
   */
  readonly claim: (ctx: SubgraphContext, item: Item) => Promise<Lease | 'nothing' | null>;
  /** Does the work, outside of any transaction. If it throws, the lease lapses. */
  readonly send: (ctx: SubgraphContext, lease: Lease) => Promise<Sent<Done, Problem>>;
  /** Records the attempt's move and ends the lease. Does nothing if another process has the lease. */
  readonly record: (ctx: SubgraphContext, lease: Lease, recording: Recording<Done, Problem>) => Promise<void>;
  /** Extends the lease while `send` runs. */
  readonly renew?: {
    readonly everyMs: number;
    readonly run: (ctx: SubgraphContext, lease: Lease) => Promise<unknown>;
  };
}

/** Result of `beforeScan`. */
export interface BeforeScan {
  /** False to skip the scan. */
  readonly mayBeDue: boolean;
  /** Milliseconds to the next scan. */
  readonly againInMs: number;
}

/** Leased work in this process. */
export interface LeasedWorker {
  /** Scans soon, and again whenever an item ends. Call it when something may be due. */
  readonly wake: (newContext: () => SubgraphContext) => void;
  /** Throws when no scan has succeeded for a while. */
  readonly check: () => void;
  /** Resolves once no item is in progress and a scan started after the call has found nothing due. */
  readonly idle: () => Promise<void>;
  /**
   * Starts no more items and gives running ones a few seconds; after that their leases lapse, and another
   * process takes them over.
   */
  readonly close: () => Promise<void>;
}

/** Delay before the next attempt after a failed scan or item. */
const AGAIN_MS = 1_000;
/** Scans leave out an item this long while another process claims it. */
const CLAIMED_ELSEWHERE_MS = 100;
const SCAN_TIMEOUT_MS = 30_000;
const LONGEST_WITHOUT_A_SCAN_MS = 120_000;
/** Time running items get during shutdown. */
const GRACE_MS = 5_000;
/** The recurring scan finds retries that come due later. */
const LONGEST_ALARM_MS = 30_000;

/** Opens leased work without scanning; `wake` starts the first scan. */
export function openLeasedWork<Item extends WaitingItem, Lease extends Leased<Problem>, Done, Problem>(
  work: LeasedWork<Item, Lease, Done, Problem>,
): LeasedWorker {
  const { name, slots, slotsPerShare, budget } = work;
  type ShareOf = Item['share'];
  const underWay = new Map<number, { readonly share: ShareOf; readonly ends: Promise<void> }>();
  /** Shares ordered by their last turn. */
  const turns = new Map<ShareOf, number>();
  /** Times until which scans skip shares whose hourly budget is used up, and items that pause briefly. */
  const sharesOutUntil = new Map<ShareOf, number>();
  const idsOutUntil = new Map<number, number>();
  const claiming = openPlaces(work.claimsAtOnce ?? slots);
  let turn = 0;
  let isClosed = false;
  let scannedAt = performance.now();
  let newContext: (() => SubgraphContext) | null = null;
  /** Calls of `idle` that haven't resolved. */
  const awaitingIdle = new Set<() => void>();

  const scans = openAlarm(async () => {
    if (!newContext || isClosed) return;
    const ctx = newContext();
    // Sends wait while the clock is wrong; this isn't a failure.
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

  /**
   * Starts due items whose turn it is. Returns the milliseconds to the next scan, or null if another call
   * wakes it.
   */
  async function scan(ctx: SubgraphContext): Promise<number | null> {
    const awaited = [...awaitingIdle];
    const { mayBeDue, againInMs } = (await work.beforeScan?.(ctx)) ?? {
      mayBeDue: true,
      againInMs: work.everyMs,
    };
    const free = slots - underWay.size;
    const leftOut = { shares: sharesLeftOut(), ids: idsLeftOut(), free };
    const wasIdle = underWay.size === 0;
    const items = mayBeDue && free > 0 ? await work.scan(ctx, leftOut) : [];
    const now = ctx.clock.now().getTime();
    const due = items.filter(({ at }) => !at || at.getTime() <= now);
    const started = startInTurn(due);
    // Other shares' items may be queued behind one share's many items. If no slot is free, the next item that
    // ends starts a scan.
    if (started > 0 && underWay.size < slots) return 0;
    // A scan leaves out items of busy shares, so it's inconclusive if an item was in progress when it began.
    if (wasIdle && due.length === 0) {
      turns.clear();
      for (const resolve of awaited) resolve();
    }
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

  /** Starts one item per share, beginning with the share that has waited longest, then each share's next item. */
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
    const { id, share } = item;
    const ends = charged(ctx, item)
      .catch((error: unknown) => {
        // Its lease lapses, and a later scan claims it again.
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

  /** Processes an item and charges its team. */
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

  /** Makes one attempt; returns null if no attempt is left. */
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
    async idle() {
      if (!newContext || isClosed) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      awaitingIdle.add(resolve);
      scans.within(0);
      await promise;
      awaitingIdle.delete(resolve);
    },
    async close() {
      isClosed = true;
      await scans.stop();
      for (const resolve of awaitingIdle) resolve();
      const all = [...underWay.values()].map(({ ends }) => ends);
      await Promise.race([Promise.all(all), sleep(GRACE_MS, undefined, { ref: false })]);
    },
  };
}

/** Makes a service from leased work, woken by NOTIFYs on `channel` and by its recurring scan. */
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

/** Returns the unexpired keys and removes the others. */
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
