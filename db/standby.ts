import type { MikroORM } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from '#kit/log.ts';

/**
 * A standby for reads that may be a little old (docs/reference/platform-settings.md#a-standby-for-reads). Twice a second, the primary's
 * position in its log is compared with the standby's. The standby's data is as of the latest position that it has reached,
 * which bounds its age even if nothing is written.
 */
export interface Standby {
  readonly orm: MikroORM;
  /** Data's age in milliseconds; null if it's unknown, because the standby doesn't respond or isn't a standby. */
  readonly ageMs: () => number | null;
  /** True if a team's reads can use it: it's young enough, and it has everything that this process changed for the team. */
  readonly serves: (teamId: number | null) => boolean;
  /** Reports that this process changed something for a team. */
  readonly changed: (teamId: number) => void;
  readonly close: () => Promise<void>;
}

interface OpenStandby {
  readonly primary: MikroORM;
  readonly standby: MikroORM;
  /** Its data is used up to this age. */
  readonly oldestMs: number;
  readonly log: Logger;
}

const LOOK_MS = 500;

/** The primary's position, known to contain everything committed at `at`. */
interface Position {
  readonly at: number;
  readonly bytes: number;
}

/** Follows a standby's position. `close` also closes its connections. */
export function openStandby({ primary, standby, oldestMs, log }: OpenStandby): Standby {
  /** The primary's positions that the standby hasn't reached, oldest first. */
  let ahead: Position[] = [];
  /** Time of the latest position that it has reached. */
  let asOf = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  let isReached = true;
  /** Each team's last change in this process, while the standby may lack it. */
  const changes = new Map<number, number>();

  async function look(): Promise<void> {
    const at = performance.now();
    const written = await bytesAt(primary, sql`pg_current_wal_lsn()`);
    if (written !== null) ahead.push({ at, bytes: written });
    // Null on a primary: it could be an old one that a failover left behind.
    const replayed = await bytesAt(
      standby,
      sql`CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END`,
    );
    const reached = ahead.findLast(({ bytes }) => replayed !== null && bytes <= replayed);
    if (reached) asOf = reached.at;
    ahead = ahead.filter((position) => position.at > asOf && position.at > at - oldestMs);
    for (const [teamId, changedAt] of changes) if (changedAt < asOf) changes.delete(teamId);
    report(replayed !== null);
  }

  function report(reached: boolean): void {
    if (reached && !isReached) log.info({}, 'The standby is readable again');
    if (!reached && isReached)
      log.warn({}, "DATABASE_READ_URL isn't a standby; the primary serves its reads");
    isReached = reached;
  }

  const timer = setInterval(() => {
    looking ??= look()
      .catch((err: unknown) => {
        if (isReached) log.warn({ err }, "The standby isn't readable; the primary serves its reads");
        isReached = false;
      })
      .finally(() => {
        looking = null;
      });
  }, LOOK_MS);
  timer.unref();
  const ageMs = () => (asOf === Number.NEGATIVE_INFINITY ? null : performance.now() - asOf);
  return {
    orm: standby,
    ageMs,
    serves(teamId) {
      const age = ageMs();
      if (age === null || age > oldestMs) return false;
      return (changes.get(teamId ?? 0) ?? Number.NEGATIVE_INFINITY) < asOf;
    },
    changed(teamId) {
      changes.set(teamId, performance.now());
    },
    async close() {
      clearInterval(timer);
      await looking;
      await standby.close();
    },
  };
}

async function bytesAt(orm: MikroORM, position: RawBuilder<unknown>): Promise<number | null> {
  const { rows } = await sql<{ bytes: number | null }>`SELECT (${position} - '0/0')::bigint AS bytes`.execute(
    orm.em.fork().getKysely<unknown>(),
  );
  return rows[0]?.bytes ?? null;
}
