import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { moveRequest } from '../../requests/steps/move-request.ts';
import { BookingRequestEntity } from '../../store/entities.ts';
import { REDACTED } from '../domain/redaction.ts';

interface Requests {
  readonly teamId: number;
  readonly bookingIds: readonly number[];
  /** Addresses whose requests in the team are also erased. */
  readonly emails: readonly string[];
}

/** Locks requests from a contact's addresses before the contact, in the same order as accepting a request. */
export async function lockRequestsOf(em: Transaction, contactId: string): Promise<void> {
  await sql`
    SELECT FROM checkout.booking_requests r JOIN checkout.contacts c ON c.team_id = r.team_id AND r.guest_email = ANY (c.emails)
    WHERE c.id = ${parseWideId(contactId) ?? 0}::bigint ORDER BY r.number FOR UPDATE OF r`.execute(
    statements(em),
  );
}

/**
 * Erases a person from their requests; withdraws waiting requests and deletes unconfirmed ones. Returns the
 * request ids.
 */
export async function eraseRequests(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, bookingIds, emails }: Requests,
): Promise<readonly string[]> {
  const lower = emails.map((email) => email.toLowerCase());
  const requests = await em.find(
    BookingRequestEntity,
    { teamId, $or: [{ bookingId: { $in: [...bookingIds] } }, { guestEmail: { $in: lower } }] },
    { orderBy: { number: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  for (const request of requests) {
    const { id } = request;
    if (request.status === 'unverified') {
      await em.nativeDelete(BookingRequestEntity, { id });
      continue;
    }
    const moved = await moveRequest(ctx, em, request, 'withdraw');
    await em.nativeUpdate(
      BookingRequestEntity,
      { id },
      {
        guestFirstName: REDACTED.firstName,
        guestLastName: REDACTED.lastName,
        guestEmail: null,
        guestPhone: null,
        message: null,
        declineText: null,
        locale: null,
        answers: [],
        version: (moved ?? request).version + 1,
      },
    );
  }
  return requests.map(({ id }) => id);
}
