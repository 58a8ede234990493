import type { MikroORM } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from '#kit/log.ts';

/**
 * A standby for reads that may be a little old (docs/reference/platform-settings.md#a-standby-for-reads). Twice a second,
 * the primary's position in its log is compared with the standby's: the standby has everything up to the latest position
 * that it has reached, which bounds its data's age even while the primary is idle.
 */
export interface Standby {
  readonly orm: MikroORM;
  /** The data's age in milliseconds; null until it's known. */
  readonly ageMs: () => number | null;
  /** True if its data is young enough and has everything that this process changed for the team. */
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
  let isReadable = true;
  /** Each team's last change in this process, while the standby may lack it. */
  const changes = new Map<number, number>();

  async function look(): Promise<void> {
    const at = performance.now();
    const written = await bytesAt(primary, sql`pg_current_wal_lsn()`);
    ahead = [...ahead, { at, bytes: written }].filter((position) => at - position.at < oldestMs);
    const replayed = await bytesAt(
      standby,
      sql`CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END`,
    );
    asOf = ahead.findLast(({ bytes }) => bytes <= replayed)?.at ?? asOf;
    ahead = ahead.filter((position) => position.at > asOf);
    for (const [teamId, changedAt] of changes) if (changedAt < asOf) changes.delete(teamId);
    if (!isReadable) log.info({}, 'The standby is readable again');
    isReadable = true;
  }

  const timer = setInterval(() => {
    looking ??= look()
      .catch((err: unknown) => {
        if (isReadable) log.warn({ err }, "The standby isn't readable; the primary serves its reads");
        isReadable = false;
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
      const changedAt = teamId === null ? undefined : changes.get(teamId);
      return performance.now() - asOf <= oldestMs && (changedAt === undefined || changedAt < asOf);
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

/**
 * Returns a position in the log, in bytes. Throws if the standby's address leads to a server that isn't one, such as a
 * primary that a failover left behind.
 */
async function bytesAt(orm: MikroORM, position: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ bytes: number | null }>`SELECT (${position} - '0/0')::bigint AS bytes`.execute(
    orm.em.fork().getKysely<unknown>(),
  );
  const bytes = rows[0]?.bytes ?? null;
  if (bytes === null) throw new Error("DATABASE_READ_URL isn't a standby.");
  return bytes;
}
