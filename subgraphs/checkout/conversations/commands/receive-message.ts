import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, lockName, type Transaction } from '#db/transaction.ts';
import { inboxOf } from '../../access.ts';
import { masked } from '../../domain/masking.ts';
import type { ReceiveInput } from '../../generated.ts';
import {
  type Attachment,
  type Booking,
  type Conversation,
  ConversationEntity,
  MessageEntity,
} from '../../store/entities.ts';
import { guestRedacted, type ReceiveResult, refuseReceived } from '../domain/conversation-refusal.ts';
import { appProvider } from '../domain/message.ts';
import { mediaIdsOf, receiveFaults } from '../domain/receive-faults.ts';
import { appendMessage } from '../steps/append-message.ts';
import { type FileElsewhere, fetchLater } from '../steps/fetch-later.ts';
import { openConversation } from '../steps/open-conversation.ts';
import { takeAttachments } from '../store/attachments.ts';
import { staysOf } from '../store/conversation-stays.ts';
import { holdContacts, lockConversation } from '../store/conversations.ts';
import { isRedacted } from '../store/may-send.ts';
import { contactOfSender, findNamedBooking, guestOfReceived, joinReceived } from '../store/received-stays.ts';

const REDACTED = guestRedacted(['input', 'conversation']);

/**
 * Receives a guest's message from another inbox through its app: once per external id, in the conversation
 * with the given external id, which is created if new. Codes: `INVALID`, `CONTACT_REDACTED`,
 * `ATTACHMENT_REFUSED`. See docs/interface/conversations.md#receiving.
 */
export async function receiveMessage(ctx: SubgraphContext, given: ReceiveInput): Promise<ReceiveResult> {
  const { teamId, appSlug } = inboxOf(ctx);
  const faults = receiveFaults(given);
  if (faults.length > 0) return refuseReceived(...faults);
  const input = withoutCards(given);
  const { conversation: named, message } = input;
  const { externalId } = named;
  const provider = appProvider(appSlug);
  return inTransaction(ctx, async (em) => {
    await lockName(em, `conversation ${teamId} ${provider} ${externalId}`);
    await holdContacts(em, teamId);
    const found = await em.findOne(ConversationEntity, { teamId, provider, externalId });
    const known = found && (await lockConversation(em, found.id));
    const earlier = known && (await receivedBefore(em, known, message.externalId));
    if (earlier) return earlier;
    const files = await takeAttachments(ctx, em, teamId, {
      mediaIds: mediaIdsOf(message.attachments ?? []),
      field: ['input', 'message', 'attachments'],
    });
    if ('code' in files) return refuseReceived(files);
    const places = placesOf(message.attachments ?? []);
    const booking = await findNamedBooking(em, teamId, named);
    const stays = known ? await staysOf(em, [known.id]) : [];
    const contactId = known
      ? guestOfReceived(known, booking, stays)
      : (booking?.contactId ?? (await contactOfSender(ctx, em, teamId, named.contact)));
    if (await isRedacted(em, { contactId })) return refuseReceived(REDACTED);
    if (known && (await isRedacted(em, known))) return refuseReceived(REDACTED);
    if (known && contactId !== known.contactId)
      await em.nativeUpdate(ConversationEntity, { id: known.id }, { contactId });
    const thread = known
      ? { ...known, contactId }
      : await opened(ctx, em, { teamId, provider, contactId, input, booking });
    const bookingId = await joinReceived(em, thread, { named: booking, stays });
    const placed = files.map((file, at) => ({ ...file, position: places[at] ?? at }));
    return received(ctx, em, thread, { input, bookingId, files: placed });
  });
}

/** Masks card numbers in the subject and sender; `appendMessage` masks the text. */
function withoutCards({ conversation, ...others }: ReceiveInput): ReceiveInput {
  const { contact, subject } = conversation;
  const kept = (text: string | null | undefined) => (text == null ? null : masked(text));
  const sender = contact && {
    ...contact,
    firstName: kept(contact.firstName),
    lastName: kept(contact.lastName),
    phone: kept(contact.phone),
  };
  return {
    ...others,
    conversation: { ...conversation, subject: kept(subject), ...(sender ? { contact: sender } : {}) },
  };
}

/** Finds an existing message by external id, including a team's reply that returns through its app. */
async function receivedBefore(
  em: Transaction,
  conversation: Conversation,
  externalId: string,
): Promise<ReceiveResult | null> {
  const message = await em.findOne(MessageEntity, { conversationId: conversation.id, externalId });
  return message && { conversation, message, applied: false, userErrors: [] };
}

interface Opening {
  readonly teamId: number;
  readonly provider: string;
  readonly contactId: number;
  readonly input: ReceiveInput;
  readonly booking: Booking | null;
}

function opened(
  ctx: SubgraphContext,
  em: Transaction,
  { teamId, provider, contactId, input, booking }: Opening,
): Promise<Conversation> {
  const { externalId, subject } = input.conversation;
  const opening = {
    teamId,
    provider,
    contactId,
    externalId,
    at: sentAtOf(ctx, input),
    subject: subject?.trim() || null,
    unitTypeId: booking?.lines[0]?.unitTypeId ?? null,
    byGuest: true,
  };
  return openConversation(ctx, em, opening, { quietly: input.import === true });
}

interface Arriving {
  readonly input: ReceiveInput;
  readonly bookingId: number | null;
  readonly files: readonly Attachment[];
}

async function received(
  ctx: SubgraphContext,
  em: Transaction,
  thread: Conversation,
  { input, bookingId, files }: Arriving,
): Promise<ReceiveResult> {
  const { text, externalId } = input.message;
  const appended = await appendMessage(ctx, em, thread, {
    direction: 'in',
    text,
    externalId,
    bookingId,
    files,
    sentAt: sentAtOf(ctx, input),
    author: { kind: 'guest', name: nameOf(input) },
    isImport: input.import === true,
  });
  await fetchLater(ctx, em, appended.message, elsewhere(input));
  return { ...appended, applied: true, userErrors: [] };
}

/** Files to fetch, with their positions in the message. */
const elsewhere = ({ message }: ReceiveInput): readonly FileElsewhere[] =>
  (message.attachments ?? []).flatMap(({ url }, position) => (url == null ? [] : [{ url, position }]));

/** Positions of uploaded files. */
const placesOf = (files: NonNullable<ReceiveInput['message']['attachments']>): readonly number[] =>
  files.flatMap(({ mediaId }, position) => (mediaId == null ? [] : [position]));

/** Rounds to milliseconds and caps at now: a fast clock would keep its conversation at the top. */
const sentAtOf = ({ clock }: SubgraphContext, { message }: ReceiveInput): Date =>
  new Date(Math.min(message.sentAt.getTime(), clock.now().getTime()));

const nameOf = ({ conversation: { contact } }: ReceiveInput): string | null =>
  `${contact?.firstName ?? ''} ${contact?.lastName ?? ''}`.trim() || null;
