import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import { bookingReference } from '../../bookings/queries/bookings.ts';
import type { ConversationCapabilities } from '../../generated.ts';
import { contactReference } from '../../queries/contact-reference.ts';
import { requestReference } from '../../requests/queries/booking-requests.ts';
import type { BookingRow } from '../../store/columns.ts';
import type { BookingRequest, Contact, Conversation } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { ANSWER_MS, type Departure, teamWritesUntil } from '../domain/conversation-window.ts';
import { PLATFORM } from '../domain/message.ts';
import { conversationInReach } from '../store/conversation-reach.ts';
import { departuresOf, type StayRow, staysOf } from '../store/conversation-stays.ts';

/**
 * Finds a conversation in the viewer's team within the membership's reach, or any for the platform; null
 * otherwise.
 */
export async function findConversation(ctx: SubgraphContext, id: string): Promise<Conversation | null> {
  const conversationId = parseWideId(id);
  return (conversationId !== null && (await conversationsById(ctx, conversationId))) || null;
}

/** Runs one statement per request. */
const conversationsById = batch<number, Conversation>(async (ctx, ids) => {
  const all = tables(reader(ctx)).selectFrom('conversations').selectAll().where('id', 'in', ids);
  const own = all.where('teamId', '=', teamOf(ctx.viewer) ?? 0).where(conversationInReach(ctx.viewer));
  const rows = await (ctx.viewer.kind === 'platform' ? all : own).execute();
  return new Map(rows.map((row) => [row.id, row]));
});

/** Maximum bookings and requests shown per conversation. */
const MOST_STAYS = 100;

const staysById = batch<number, readonly StayRow[]>(async (ctx, ids) =>
  Map.groupBy(await staysOf(ctx, ids), ({ conversationId }) => conversationId),
);

/** Lists a conversation's bookings within the viewer's reach. */
export async function bookingsTalkedAbout(ctx: SubgraphContext, id: number): Promise<readonly BookingRow[]> {
  const stays = (await staysById(ctx, id)) ?? [];
  const ids = stays.flatMap(({ bookingId }) => bookingId ?? []).slice(0, MOST_STAYS);
  const bookings = await Promise.all(ids.map((booking) => bookingReference(ctx, String(booking))));
  return bookings.filter((booking) => booking !== null);
}

/** Lists a conversation's requests within the viewer's reach. */
export async function requestsTalkedAbout(
  ctx: SubgraphContext,
  id: number,
): Promise<readonly BookingRequest[]> {
  const stays = (await staysById(ctx, id)) ?? [];
  const ids = stays.flatMap(({ requestId }) => requestId ?? []).slice(0, MOST_STAYS);
  const requests = await Promise.all(ids.map((request) => requestReference(ctx, request)));
  return requests.filter((request) => request !== null);
}

const departuresById = batch<number, readonly Departure[]>((ctx, ids) => departuresOf(ctx, ids));

/** Returns the team's options in a conversation. For an app's channel, only the app knows the deadline. */
export async function capabilitiesOf(
  ctx: SubgraphContext,
  { id, provider, guestWroteAt }: Conversation,
): Promise<ConversationCapabilities> {
  if (provider !== PLATFORM) return { attachments: true, templates: false, sendUntil: null };
  const departures = (await departuresById(ctx, id)) ?? [];
  // In lists this is a string, because the driver returns timestamps as text.
  const wroteAt = guestWroteAt && new Date(guestWroteAt);
  return { attachments: true, templates: false, sendUntil: teamWritesUntil(departures, wroteAt) };
}

/** Deadline to reply to the guest's oldest unanswered message. */
export const answerBy = ({ waitingSince }: Conversation): Date | null =>
  waitingSince === null ? null : new Date(new Date(waitingSince).getTime() + ANSWER_MS);

/** Returns a conversation's contact; in any team for the platform, which sends the emails. */
export async function contactTalkedTo(
  ctx: SubgraphContext,
  { contactId, teamId }: Conversation,
): Promise<Contact | null> {
  if (ctx.viewer.kind !== 'platform') return contactReference(ctx, contactId);
  const found = await tables(reader(ctx))
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', contactId)
    .where('teamId', '=', teamId)
    .executeTakeFirst();
  return found ?? null;
}
