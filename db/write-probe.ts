import { sql } from 'kysely';
import { Unavailable } from '#kit/unavailable.ts';
import type { SubgraphContext } from './context.ts';
import { statements } from './transaction.ts';

/** Readiness is checked more often than a disk fills up. */
const PROBE_EVERY_MS = 10_000;
/** A failing probe is repeated sooner, so that a process is ready again soon after space is freed. */
const AGAIN_MS = 1_000;

/** SQLSTATE for a role without permission for temporary tables; unrelated to the disk. */
const NO_PRIVILEGE = '42501';

/**
 * Checks that PostgreSQL can write: a full disk or a read-only server still serves reads. Each probe creates
 * and drops a temporary table, because PostgreSQL reuses space in existing tables long after the disk is
 * full. Rejects with `Unavailable`.
 */
export function openWriteProbe(ctx: Pick<SubgraphContext, 'db'>): () => Promise<void> {
  let probed: Promise<void> = Promise.resolve();
  let nextAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() < nextAt) return probed;
    nextAt = performance.now() + PROBE_EVERY_MS;
    probed = probe(ctx).catch((error: unknown) => {
      nextAt = performance.now() + AGAIN_MS;
      throw error;
    });
    return probed;
  };
}

async function probe(ctx: Pick<SubgraphContext, 'db'>): Promise<void> {
  try {
    await sql`CREATE TEMPORARY TABLE write_probe ON COMMIT DROP AS SELECT n FROM generate_series(1, 4000) AS n`.execute(
      statements(ctx),
    );
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NO_PRIVILEGE) return;
    throw new Unavailable("The database can't write.", { cause: error });
  }
}
