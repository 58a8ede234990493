import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { flushedLater, statements } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import type { StorefrontSurface } from '../../access.ts';
import type { OrderFacts } from '../../bookings/domain/booking.ts';
import type { BookingStatus } from '../../generated.ts';
import type { Session } from '../../store/entities.ts';
import { json } from '../../store/json.ts';
import {
  type Answer,
  answerRunningKey,
  insertKey,
  type Key,
  matches,
  purgeCompletions,
  type StoredEntry,
} from './idempotency.ts';
import { type SessionRow, toSession } from './session-row.ts';

/** A session, its booking if it has one, and the entry for the request's idempotency key. */
export interface Loaded {
  readonly session: Session;
  readonly order: (OrderFacts & { readonly holdId: string }) | null;
  readonly known: StoredEntry | null;
}

/** Loads a surface's session by id; null if there isn't one. One statement also looks up the key. */
export async function loadSession(
  ctx: SubgraphContext,
  agent: StorefrontSurface | null,
  id: string,
  key: Key | null = null,
): Promise<Loaded | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<LoadedRow>`
    SELECT s.*, b.reference, b.permalink_id, b.pincode, b.hold_expires_at, b.status AS booking_status, b.hold_id AS booked_hold_id,
           ${key ? sql`a.fingerprint, a.answer` : sql`NULL AS fingerprint, NULL AS answer`}
    FROM checkout.sessions s
    LEFT JOIN checkout.bookings b ON b.checkout_id = s.id
    ${key ? sql`LEFT JOIN checkout.idempotency a ON ${matches(key, sql.ref('a'))}` : sql``}
    WHERE s.id = ${id}::uuid ${agent ? sql`AND ${belongsTo(agent)}` : sql``}
  `.execute(statements(ctx));
  const row = rows[0];
  return row ? { session: toSession(row), order: toOrder(row), known: toKnown(row) } : null;
}

/** Inserts a session with its answer; false, without writing, if the key is taken. */
export async function insertSession(
  ctx: SubgraphContext,
  session: Session,
  key: Key | null,
  answer: Answer,
): Promise<boolean> {
  const { lines, buyer, guests, locale, quote } = session;
  const saved = await sql`
    WITH saved AS (
      INSERT INTO checkout.sessions (id, storefront_id, team_id, surface, agent_profile, status, lines, buyer, guests, locale, quote,
        created_at, updated_at, expires_at)
      VALUES (${session.id}, ${session.storefrontId}, ${session.teamId}, ${session.surface}, ${session.agentProfile},
        ${session.status}, ${json(lines)}, ${json(buyer)}, ${json(guests)}, ${locale}, ${json(quote)},
        ${session.createdAt}, ${session.updatedAt}, ${session.expiresAt})
      RETURNING 1
    ) ${key ? insertKey(key, answer, session.updatedAt, sql`saved`) : sql``}
    SELECT 1 FROM saved
  `
    .execute(statements(ctx))
    .catch(keyWasUsed);
  return saved !== null;
}

/**
 * Replaces an open session with `after` and stores its answer; false, without writing, if the session has
 * changed or the key is taken.
 */
export async function replaceSession(
  ctx: SubgraphContext,
  before: Session,
  after: Session,
  key: Key | null,
  answer: Answer,
): Promise<boolean> {
  const saved = await sql`
    WITH saved AS (
      UPDATE checkout.sessions
      SET status = ${after.status}, lines = ${json(after.lines)}, buyer = ${json(after.buyer)}, guests = ${json(after.guests)},
          quote = ${json(after.quote)}, notice = ${json(after.notice)}, revision = revision + 1,
          updated_at = ${after.updatedAt}, expires_at = ${after.expiresAt}
      WHERE id = ${before.id} AND revision = ${before.revision}
      RETURNING 1
    ) ${key ? insertKey(key, answer, after.updatedAt, sql`saved`) : sql``}
    ${purgeCompletions(before, before.id, sql`saved`)}
    SELECT 1 FROM saved
  `
    .execute(statements(ctx))
    .catch(keyWasUsed);
  return saved?.rows.length === 1;
}

/**
 * First completion step: changes a ready session on the surface to `complete_in_progress` and its key to
 * `running`, in one statement. Null, without writing, if the session isn't ready or the key is taken. The last step
 * flushes it (`flushedLater`).
 */
export async function startCompletion(
  ctx: SubgraphContext,
  agent: StorefrontSurface,
  id: string,
  key: Key | null,
  {
    holdId,
    agentAddress,
    arrivalTime,
    extras,
    now,
  }: Pick<Session, 'agentAddress' | 'arrivalTime' | 'extras'> & {
    readonly holdId: string;
    readonly now: Date;
  },
): Promise<Session | null> {
  if (!isUuid(id)) return null;
  const started = await sql<SessionRow>`
    WITH started AS (
      UPDATE checkout.sessions s
      SET status = 'complete_in_progress', hold_id = ${holdId}, agent_address = ${agentAddress},
          arrival_time = ${arrivalTime}, extras = ${json(extras)}, completing_since = ${now}, recovering_since = NULL,
          notice = NULL, revision = revision + 1, updated_at = ${now}
      WHERE s.id = ${id}::uuid AND ${belongsTo(agent)} AND s.status = 'ready_for_complete' AND s.expires_at > ${now}
        ${key ? sql`AND NOT EXISTS (SELECT FROM checkout.idempotency a WHERE ${matches(key, sql.ref('a'))})` : sql``}
      RETURNING s.*
    ) ${key ? insertKey(key, null, now, sql`started`) : sql``}
    SELECT started.* FROM started, ${flushedLater}
  `
    .execute(statements(ctx))
    .catch(keyWasUsed);
  const row = started?.rows[0];
  return row ? toSession(row) : null;
}

/**
 * Last step for a failed attempt: restores the session to the status in `back`, with its answer. False if
 * another runner ended the attempt. If the recovery job had taken it over too, the sweep releases its hold,
 * because the other runner may take the nights later.
 */
export async function giveUpCompletion(
  ctx: SubgraphContext,
  back: Session,
  answer: Answer,
): Promise<boolean> {
  const { rows } = await sql`
    WITH ended AS (
      UPDATE checkout.sessions
      SET status = ${back.status}, quote = ${json(back.quote)}, notice = ${json(back.notice)}, revision = revision + 1,
          completing_since = NULL, agent_address = NULL, updated_at = ${back.updatedAt}, expires_at = ${back.expiresAt}
      WHERE id = ${back.id} AND status = 'complete_in_progress' AND hold_id = ${back.holdId}
      RETURNING hold_id, updated_at, recovering_since
    ), stray AS (
      INSERT INTO checkout.stray_holds (hold_id, since)
      SELECT hold_id, updated_at FROM ended WHERE recovering_since IS NOT NULL
    ) ${answerRunningKey(back, back.id, answer, sql`ended`)}
    SELECT 1 FROM ended
  `.execute(statements(ctx));
  return rows.length === 1;
}

interface LoadedRow extends SessionRow {
  readonly reference: string | null;
  readonly permalink_id: string | null;
  readonly pincode: string | null;
  readonly hold_expires_at: string | null;
  readonly booking_status: BookingStatus | null;
  readonly booked_hold_id: string | null;
  readonly fingerprint: string | null;
  readonly answer: Answer | null;
}

function toOrder(row: LoadedRow): Loaded['order'] {
  const { reference, permalink_id, pincode, hold_expires_at, booking_status, booked_hold_id } = row;
  if (!reference || !permalink_id || !hold_expires_at || !booking_status || !booked_hold_id) return null;
  return {
    reference,
    permalinkId: permalink_id,
    pincode,
    holdExpiresAt: new Date(hold_expires_at),
    status: booking_status,
    holdId: booked_hold_id,
  };
}

const toKnown = ({ fingerprint, answer }: LoadedRow): StoredEntry | null =>
  fingerprint === null ? null : { fingerprint, answer };

const belongsTo = ({ storefrontId, surface }: StorefrontSurface): RawBuilder<unknown> =>
  sql`s.storefront_id = ${storefrontId} AND s.surface = ${surface}`;

/**
 * Returns null if the statement wrote no rows because another request took the same key first; rethrows any
 * other failure.
 */
function keyWasUsed(error: unknown): null {
  if (isViolationOf(error, 'idempotency_key')) return null;
  throw error;
}

/** True if a statement violated this unique constraint. */
export function isViolationOf(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}
