import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, type Transaction } from '#db/transaction.ts';
import { MAX_SUBJECT } from '#schema/limits.ts';
import { findBooking } from '../../bookings/queries/bookings.ts';
import { masked } from '../../domain/masking.ts';
import type { ConversationStartInput } from '../../generated.ts';
import { findReachable } from '../../requests/queries/booking-requests.ts';
import { BookingEntity, BookingRequestEntity } from '../../store/entities.ts';
import {
  type ConversationError,
  conversationError,
  guestRedacted,
  keyUsed,
  type MessageResult,
  messaged,
  refuseMessage,
} from '../domain/conversation-refusal.ts';
import { messageFaults } from '../domain/message-faults.ts';
import { writerOf } from '../operations/message-writer.ts';
import { appendMessage } from '../steps/append-message.ts';
import { threadOfStay } from '../steps/thread-of-stay.ts';
import { hasOtherAttachments, takeAttachments } from '../store/attachments.ts';
import { holdContacts } from '../store/conversations.ts';
import { type LinkedStay, stayOfLink } from '../store/guest-link.ts';
import { sentBefore, whyNotSend } from '../store/may-send.ts';

const INPUT = ['input'];
const KEY = ['input', 'idempotencyKey'];
const NO_STAY = conversationError('NOT_FOUND', INPUT, 'This team has no such booking or request.');

/**
 * Writes to the guest of a team's booking or request, in the guest's conversation on the platform's pages;
 * creates it if needed. Codes as for `sendMessage`. See docs/interface/conversations.md#sending.
 */
export async function startConversation(
  ctx: SubgraphContext,
  input: ConversationStartInput,
): Promise<MessageResult> {
  const faults = faultsOf(input);
  if (faults.length > 0) return refuseMessage(...faults);
  const found = await findStay(ctx, input);
  const writer = found && (await writerOf(ctx));
  if (!found || !writer) return refuseMessage(NO_STAY);
  return inTransaction(ctx, async (em) => {
    const { text, subject } = input;
    const mediaIds = input.attachments ?? [];
    const { author, accountId, installId, sender } = writer;
    const once = { sender, key: input.idempotencyKey };
    const earlier = await sentBefore(em, once, { text, field: KEY });
    if (earlier)
      return (await hasOtherAttachments(em, earlier.message, mediaIds))
        ? refuseMessage(keyUsed(KEY))
        : earlier;
    await holdContacts(em, writer.teamId);
    const linked = await again(em, found);
    if (linked.stay.guestEmail === null && linked.booking === null)
      return refuseMessage(guestRedacted(INPUT));
    const thread = await threadOfStay(ctx, em, linked, {
      byGuest: false,
      subject: subject?.trim() ? masked(subject.trim()) : null,
    });
    const refusal = await whyNotSend(ctx, em, thread, INPUT);
    if (refusal) return refuseMessage(refusal);
    const named = { mediaIds, field: ['input', 'attachments'] };
    const files = await takeAttachments(ctx, em, writer.teamId, named);
    if ('code' in files) return refuseMessage(files);
    const written = {
      direction: 'out',
      author,
      text,
      accountId,
      installId,
      once,
      files,
      ...stayOfLink(linked),
    } as const;
    return messaged((await appendMessage(ctx, em, thread, written)).message);
  });
}

function faultsOf({
  text,
  idempotencyKey,
  subject,
  bookingId,
  requestId,
}: ConversationStartInput): readonly ConversationError[] {
  const invalid = (field: string, message: string) => conversationError('INVALID', ['input', field], message);
  return [
    ...messageFaults(text, idempotencyKey, INPUT),
    ...(subject != null && (subject.length > MAX_SUBJECT || !subject.isWellFormed() || subject.includes('\0'))
      ? [invalid('subject', `A subject can have at most ${MAX_SUBJECT} characters.`)]
      : []),
    ...((bookingId == null) === (requestId == null)
      ? [invalid('bookingId', 'Give either a booking or a request to book, not both.')]
      : []),
  ];
}

/** Finds the given stay within the membership's reach. */
async function findStay(
  ctx: SubgraphContext,
  { bookingId, requestId }: ConversationStartInput,
): Promise<LinkedStay | null> {
  const request = requestId == null ? null : await findReachable(ctx, requestId);
  const id = bookingId ?? request?.bookingId ?? null;
  const booking = id === null ? null : await findBooking(ctx, String(id));
  const stay = booking ?? request;
  const before =
    booking && !request
      ? await reader(ctx).findOne(BookingRequestEntity, { bookingId: booking.id })
      : request;
  return stay && { booking, request: before, stay };
}

/** Reads the stay again, in a transaction that blocks merging and redacting its guest. */
async function again(em: Transaction, { booking, request }: LinkedStay): Promise<LinkedStay> {
  const [bookingNow, requestNow] = [
    booking && (await em.findOne(BookingEntity, { id: booking.id })),
    request && (await em.findOne(BookingRequestEntity, { id: request.id })),
  ];
  const stay = bookingNow ?? requestNow;
  if (!stay) throw new Error('A stay is missing, although confirmed stays are never deleted.');
  return { booking: bookingNow, request: requestNow, stay };
}
