import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '#kit/clock.ts';
import { NotReady } from '#kit/not-ready.ts';
import { isUnavailable } from '#kit/unavailable.ts';
import type { ServiceBase } from './context.ts';
import { statements } from './transaction.ts';

/** Compares this process's clock with the database's clock and with the last instant seen by any process. */
export interface ClockWatch {
  /** The system clock, with the results of the checks. */
  readonly clock: Clock & Required<Pick<Clock, 'isRight' | 'mayDelete'>>;
  /** Throws `NotReady` while the clock is wrong. */
  readonly check: () => void;
  /** Runs the comparison immediately. */
  readonly look: () => Promise<void>;
  readonly stop: () => void;
}

/** A clock that differs by more than this counts as wrong. */
const MOST_OFF_MS = 30_000;
/**
 * A gap between instants that is longer than this counts as a leap: the clock was or is wrong, or no process
 * was running during the gap.
 */
const LEAP_MS = 24 * 3_600_000;
const LOOK_EVERY_MS = 60_000;
/** Interval for detecting a step in the system clock while the database doesn't respond. */
const AGAIN_MS = 1_000;

type OpenClockWatch = Pick<ServiceBase, 'db' | 'log'> & {
  /** The system clock in milliseconds since 1970, and a steady clock in milliseconds. */
  readonly time?: { readonly wall: () => number; readonly steady: () => number };
};

/** Compares once, then every minute. While the database doesn't respond, the last comparison counts. */
export async function openClockWatch({
  db,
  log,
  time: { wall, steady } = { wall: Date.now, steady: () => performance.now() },
}: OpenClockWatch): Promise<ClockWatch> {
  /** Milliseconds this process is ahead; 0 if the clock is right. */
  let offMs = 0;
  let leap: { readonly from: Date; readonly to: Date } | null = null;
  /** Difference between the two clocks at the last comparison; a step in the system clock changes it. */
  let compared = wall() - steady();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  const connection = statements({ db });

  async function compare(): Promise<void> {
    lookedAt = steady();
    const { now, seen } = await read();
    const tookMs = steady() - lookedAt;
    const after = wall();
    compared = after - steady();
    // The database read its clock at some point during the comparison.
    const [least, most] = [after - tookMs - now.getTime(), after - now.getTime()];
    noteOff(least > MOST_OFF_MS ? least : most < -MOST_OFF_MS ? most : 0);
    if (offMs !== 0) return;
    const hasLeapt = Math.abs(now.getTime() - seen.getTime()) > LEAP_MS;
    noteLeap(hasLeapt ? { from: seen, to: now } : null);
    if (!hasLeapt) await sql`UPDATE clock SET seen_at = clock_timestamp()`.execute(connection);
  }

  async function read() {
    const instants: RawBuilder<{ readonly now: number; readonly seen: number }> = sql`
      SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now,
        extract(epoch FROM coalesce((SELECT seen_at FROM clock), clock_timestamp()))::float8 * 1000 AS seen`;
    const { rows } = await instants.execute(connection);
    const [row] = rows;
    if (!row) throw new Error('The database has no clock.'); // a SELECT without FROM has one row
    return { now: new Date(row.now), seen: new Date(row.seen) };
  }

  function noteOff(ms: number): void {
    const wasOff = offMs !== 0;
    offMs = ms;
    if (ms !== 0 && !wasOff)
      log.error({ offMs: Math.round(ms) }, `${problemText(ms)} No jobs run, and requests get 503.`);
    if (ms === 0 && wasOff) log.info({}, "The clock matches the database's again.");
  }

  function noteLeap(to: typeof leap): void {
    const before = leap;
    leap = to;
    if (to && !before)
      log.error(
        to,
        'The clock jumped by more than a day since the last check. Nothing is deleted until an operator confirms the time with "npm run tool confirm-clock".',
      );
    if (!to && before) log.info({}, 'The clock is confirmed. Old data is deleted again.');
  }

  function look(): Promise<void> {
    looking ??= compare().finally(() => {
      looking = null;
    });
    return looking;
  }

  const lookSoon = () =>
    void look().catch((error: unknown) => {
      if (!isUnavailable(error)) log.error({ err: error }, "Failed to compare the clock with the database's");
    });

  const hasStepped = () => Math.abs(wall() - steady() - compared) > MOST_OFF_MS;

  const isRight = () => {
    if (hasStepped()) {
      if (looking === null && steady() - lookedAt > AGAIN_MS) lookSoon();
      return false;
    }
    return offMs === 0;
  };

  await look();
  const looks = setInterval(lookSoon, LOOK_EVERY_MS);
  looks.unref();
  return {
    clock: {
      now: () => new Date(wall()),
      isRight,
      async mayDelete() {
        await look();
        return isRight() && leap === null;
      },
    },
    check() {
      if (hasStepped()) throw new NotReady("This process's clock was set and is being compared.");
      if (offMs !== 0) throw new NotReady(problemText(offMs));
    },
    look,
    stop: () => clearInterval(looks),
  };
}

const problemText = (ms: number): string =>
  `This process's clock is ${Math.round(Math.abs(ms) / 1_000)} s ${ms > 0 ? 'ahead of' : 'behind'} the database's.`;

/** Confirms a leap after an operator has checked the time; jobs then delete old rows again. */
export async function confirmClock(db: ServiceBase['db']): Promise<void> {
  await sql`
    INSERT INTO clock (seen_at) VALUES (clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`.execute(statements({ db }));
}
