import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { withoutPeople } from '../../bookings/domain/lodging.ts';
import { type Answer, NO_SESSION } from '../../sessions/store/idempotency.ts';
import { json } from '../../store/json.ts';

interface Buyers {
  readonly teamId: number;
  /** Sessions by id. */
  readonly checkouts: readonly string[];
  /** All other sessions of the team with one of these addresses. */
  readonly emails: readonly string[];
}

/**
 * Takes the buyer out of sessions and out of the answers that are kept for repeated requests. A session that is open is canceled:
 * its agent starts again. One whose booking is being placed at this moment is left: the guest is booking. The columns are read
 * as text, because a buyer may hold what PostgreSQL cannot take out of JSON.
 */
export async function eraseBuyers(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, checkouts, emails }: Buyers,
): Promise<void> {
  const db = statements(em);
  const written = emails.map((email) => `"email":${JSON.stringify(email)}`);
  const { rows: sessions } = await sql<{ id: string }>`
    UPDATE checkout.sessions s SET buyer = NULL, guests = NULL, locale = NULL, revision = revision + 1,
      status = CASE WHEN status = 'completed' THEN status ELSE 'canceled' END,
      updated_at = CASE WHEN status IN ('completed', 'canceled') THEN updated_at ELSE ${ctx.clock.now()} END
    WHERE team_id = ${teamId} AND status <> 'complete_in_progress' AND (buyer IS NOT NULL OR guests IS NOT NULL)
      AND (id = ANY (${[...checkouts]}::uuid[])
        OR EXISTS (SELECT FROM unnest(${written}::text[]) AS email WHERE strpos(lower(concat(s.buyer, s.guests)), lower(email)) > 0))
    RETURNING id`.execute(db);

  const ids = sessions.map(({ id }) => id);
  const { rows: answers } = await sql<{ place: string; answer: Answer | null }>`
    SELECT ctid::text AS place, answer FROM checkout.idempotency
    WHERE answer IS NOT NULL AND (checkout_id = ANY (${ids}::uuid[]) OR (checkout_id = ${NO_SESSION}::uuid
      AND EXISTS (SELECT FROM unnest(${ids}::text[]) AS id WHERE strpos(answer::text, id) > 0)))
    FOR UPDATE`.execute(db);
  for (const { place, answer } of answers) {
    if (!answer?.session) continue;
    const { lodging } = answer.session;
    const people = { buyer: null, lodging: lodging ? withoutPeople(lodging) : null };
    const erased = { ...answer, session: { ...answer.session, ...people } };
    await sql`UPDATE checkout.idempotency SET answer = ${json(erased)} WHERE ctid = ${place}::tid`.execute(
      db,
    );
  }
}
