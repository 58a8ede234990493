import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { withoutPeople } from '../../bookings/domain/lodging.ts';
import { type Answer, NO_SESSION } from '../../sessions/store/idempotency.ts';
import { json } from '../../store/json.ts';

interface Buyers {
  readonly teamId: number;
  /** Session ids. */
  readonly checkouts: readonly string[];
  /** Addresses whose sessions in the team are also erased. */
  readonly emails: readonly string[];
}

/**
 * Erases buyers from sessions and from stored answers to repeated requests. An open session is canceled, and
 * its agent must start again. A session whose booking is being placed is skipped: the guest is booking right
 * now. Columns are read as text, because a buyer may contain text that PostgreSQL can't extract from JSON.
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
