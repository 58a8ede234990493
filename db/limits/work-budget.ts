import { sql } from 'kysely';
import type { SubgraphContext } from '../context.ts';
import { statements } from '../transaction.ts';

/** Shared work types, with the milliseconds per hour for one team or one developer's account. */
export const HOURLY_WORK_MS = {
  /** Reading calendars on the feed thread. */
  calendars: 10 * 60_000,
  /** Rendering photos. */
  photos: 20 * 60_000,
  /** Rendering app listing pictures, charged to the developer's account. */
  pictures: 20 * 60_000,
  /** Fetching files by URL: imports, photos and attachments. */
  files: 10 * 60_000,
} as const;
export type WorkKind = keyof typeof HOURLY_WORK_MS;

/** A team's budget for one type of work. */
export interface TeamWork {
  readonly teamId: number;
  readonly kind: WorkKind;
}

/** Remaining budget in a team's current hour. */
export interface WorkLeft {
  /** Milliseconds left in this hour; 0 if all are used. */
  readonly leftMs: number;
  /** Milliseconds until the hour ends and the full budget returns; 0 if it's unused. */
  readonly restoredInMs: number;
}

type WithDatabase = Pick<SubgraphContext, 'db'>;

const HOUR_MS = 3_600_000;

const keyOf = ({ teamId, kind }: TeamWork) => `work ${kind}:${teamId}`;

interface Used {
  readonly used: number;
  readonly ms_left: number;
}

const leftOf = (kind: WorkKind, row: Used | undefined): WorkLeft => ({
  leftMs: Math.max(0, HOURLY_WORK_MS[kind] - (row?.used ?? 0)),
  restoredInMs: Math.ceil(row?.ms_left ?? 0),
});

/** Reads the remaining budget in a team's current hour. */
export async function workLeft(ctx: WithDatabase, work: TeamWork): Promise<WorkLeft> {
  const { rows } = await sql<Used>`
    SELECT used::float8 AS used, extract(epoch FROM ends_at - now())::float8 * 1000 AS ms_left
    FROM rate_limits WHERE key = ${keyOf(work)} AND ends_at > now()`.execute(statements(ctx));
  return leftOf(work.kind, rows[0]);
}

/**
 * Adds milliseconds to a team's work in this hour, which begins with its first work; a negative number
 * refunds them. Exact across all processes, by the database's clock.
 */
export async function chargeWork(ctx: WithDatabase, work: TeamWork, ms: number): Promise<WorkLeft> {
  const { rows } = await sql<Used>`
    INSERT INTO rate_limits AS held (key, used, ends_at)
    VALUES (${keyOf(work)}, greatest(0, ${Math.ceil(ms)}::bigint), now() + ${HOUR_MS} * interval '1 millisecond')
    ON CONFLICT (key) DO UPDATE SET
      used = greatest(0, ${Math.ceil(ms)}::bigint + CASE WHEN held.ends_at <= now() THEN 0 ELSE held.used END),
      ends_at = CASE WHEN held.ends_at <= now() THEN excluded.ends_at ELSE held.ends_at END
    RETURNING used::float8 AS used, extract(epoch FROM ends_at - now())::float8 * 1000 AS ms_left`.execute(
    statements(ctx),
  );
  return leftOf(work.kind, rows[0]);
}

/** The work's result, or the wait in milliseconds if the team's hourly budget is used up. */
export type Budgeted<T> = { readonly done: T } | { readonly againInMs: number };

/** Work charged to a team. */
export interface BudgetedWork<T> extends TeamWork {
  /** Time limit for this work; it may take longer, and all the time is charged. */
  readonly mostMs: number;
  readonly run: () => Promise<T>;
  /** Milliseconds to charge for a result; the wall time of `run` if omitted. */
  readonly msOf?: (done: T) => number;
}

/**
 * Does work charged to a team, unless its hourly budget is used up. `mostMs` is charged before the work
 * begins and the unused rest is refunded, so work whose process dies counts in full and concurrent processes
 * stay within the hourly budget.
 */
export async function withinBudget<T>(
  ctx: WithDatabase,
  { teamId, kind, mostMs, run, msOf }: BudgetedWork<T>,
): Promise<Budgeted<T>> {
  const work = { teamId, kind };
  const { rows } = await sql<{ readonly taken: boolean }>`
    INSERT INTO rate_limits AS held (key, used, ends_at)
    VALUES (${keyOf(work)}, ${mostMs}::bigint, now() + ${HOUR_MS} * interval '1 millisecond')
    ON CONFLICT (key) DO UPDATE SET
      used = ${mostMs}::bigint + CASE WHEN held.ends_at <= now() THEN 0 ELSE held.used END,
      ends_at = CASE WHEN held.ends_at <= now() THEN excluded.ends_at ELSE held.ends_at END
    WHERE held.ends_at <= now() OR held.used + ${mostMs}::bigint <= ${HOURLY_WORK_MS[work.kind]}::bigint
    RETURNING true AS taken`.execute(statements(ctx));
  if (rows.length === 0) {
    const { restoredInMs } = await workLeft(ctx, work);
    return { againInMs: Math.max(1_000, restoredInMs) };
  }
  const begun = performance.now();
  let usedMs: number | null = null;
  try {
    const done = await run();
    usedMs = msOf?.(done) ?? null;
    return { done };
  } finally {
    await chargeWork(ctx, work, Math.ceil(usedMs ?? performance.now() - begun) - mostMs);
  }
}
