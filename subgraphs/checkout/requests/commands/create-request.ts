import type { SubgraphContext } from '#db/context.ts';
import { publish } from '#db/events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { isUuid, newRequestReference, newUuid, parseId } from '#kit/ids.ts';
import { keptLocale } from '#kit/language.ts';
import { isTextWithin } from '#kit/text.ts';
import { MAX_REQUEST_TEXT } from '#schema/limits.ts';
import { agentOf } from '../../access.ts';
import { lineOf, toGuest } from '../../bookings/domain/entered-booking.ts';
import { type EntryError, entryError, faultsOf } from '../../bookings/domain/entry-faults.ts';
import { masked } from '../../domain/masking.ts';
import { isTest } from '../../domain/totals.ts';
import type { BookingRequestCreateInput } from '../../generated.ts';
import { quoteStaysDocument } from '../../operations/generated.ts';
import {
  type BookedGuest,
  type BookingRequest,
  BookingRequestEntity,
  type Quote,
  type RequestAnswer,
} from '../../store/entities.ts';
import { readAnswers } from '../domain/request-answers.ts';
import {
  NOT_OFFERED,
  type RequestResult,
  refuseRequest,
  requested,
  TOO_LATE,
  TOO_MANY,
  unavailable,
} from '../domain/request-refusal.ts';
import { isTooLate } from '../domain/request-times.ts';
import { requestTermsDocument } from '../operations/generated.ts';
import { lockGuest, mayRequest } from '../store/request-limits.ts';

/**
 * Places a guest's request on a storefront at the current price. It is unconfirmed, holds no nights, and only
 * the guest is notified, by an email with a link. Refuses with an entered booking's codes, and with
 * `TERMS_REQUIRED`, `NOT_OFFERED` if bookings are instant, `TOO_LATE` and `TOO_MANY`. See
 * docs/interface/requests.md#placing.
 */
export async function createRequest(
  ctx: SubgraphContext,
  input: BookingRequestCreateInput,
): Promise<RequestResult> {
  const { storefrontId } = agentOf(ctx);
  const faults = faultsOfRequest(input);
  if (faults.length > 0) return refuseRequest(...faults);
  const { requestTerms: terms } = await ctx.execute(
    requestTermsDocument,
    { storefrontId: String(storefrontId) },
    ctx,
  );
  if (!terms?.takesRequests) return refuseRequest(NOT_OFFERED);
  const answered = readAnswers(terms.questions, input.answers ?? []);
  if (answered.faults.length > 0) return refuseRequest(...answered.faults);
  const stay = {
    unitTypeId: parseId(input.unitTypeId) ?? 0,
    checkIn: input.checkIn.toString(),
    checkOut: input.checkOut.toString(),
    adults: input.adults,
    children: input.children,
    quantity: input.quantity,
  };
  const asked = { storefrontId: String(storefrontId), lines: [lineOf(stay)] };
  const { stayQuote: quote } = await ctx.execute(quoteStaysDocument, asked, ctx);
  if (quote.problems.length > 0) return refuseRequest(...unavailable(quote));
  const { checkIn } = stay;
  if (isTooLate(ctx.clock.now(), terms.minNoticeSeconds, { checkIn, timeZone: quote.timeZone }))
    return refuseRequest(TOO_LATE);
  const guest = toGuest(input.guest);
  const key = input.key != null && isUuid(input.key) ? input.key : newUuid();
  return inTransaction(ctx, async (em) => {
    await lockGuest(em, guest.email ?? '');
    const earlier = await em.findOne(BookingRequestEntity, { id: key });
    if (earlier && isSame(earlier, storefrontId, guest)) return requested(earlier);
    if (!(await mayRequest(ctx, em, storefrontId, guest.email?.toLowerCase() ?? '')))
      return refuseRequest(TOO_MANY);
    const id = earlier ? newUuid() : key;
    return insert(ctx, em, { id, input, guest, quote, answers: answered.answers, ...stay });
  });
}

/** True if a resubmitted form matches the request it placed. */
const isSame = (
  earlier: Pick<BookingRequest, 'storefrontId' | 'guestEmail'>,
  storefrontId: number,
  { email }: BookedGuest,
): boolean => earlier.storefrontId === storefrontId && earlier.guestEmail === email?.toLowerCase();

interface Placed {
  readonly id: string;
  readonly input: BookingRequestCreateInput;
  readonly guest: BookedGuest;
  readonly quote: Quote;
  readonly answers: readonly RequestAnswer[];
  readonly unitTypeId: number;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly quantity: number;
}

async function insert(ctx: SubgraphContext, em: Transaction, placed: Placed): Promise<RequestResult> {
  const { id, input, guest, quote, answers, unitTypeId, checkIn, checkOut, quantity } = placed;
  const { storefrontId, teamId } = agentOf(ctx);
  const now = ctx.clock.now();
  const request = em.create(BookingRequestEntity, {
    id,
    reference: newRequestReference(),
    status: 'unverified',
    storefrontId,
    teamId,
    propertyId: Number(quote.lines[0]?.propertyId),
    unitTypeId,
    units: quantity,
    checkIn,
    checkOut,
    timeZone: quote.timeZone,
    adults: input.adults,
    children: input.children,
    currency: quote.currency,
    total: quote.total,
    quote,
    test: isTest(quote),
    guestFirstName: guest.firstName,
    guestLastName: guest.lastName,
    guestPhone: guest.phone || null,
    guestEmail: guest.email?.toLowerCase() ?? null,
    message: masked(input.message?.trim() ?? '') || null,
    answers,
    arrivalTime: input.arrivalTime ?? null,
    locale: keptLocale(input.locale),
    termsAcceptedAt: now,
    holdId: null,
    respondBy: null,
    payBy: null,
    declineReason: null,
    declineText: null,
    bookingId: null,
    nearest: [],
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
  await em.flush();
  await publish(ctx, em, 'booking_request.placed', { teamId, requestId: request.id });
  return requested(request);
}

function faultsOfRequest(input: BookingRequestCreateInput): readonly EntryError[] {
  const { guest, message, termsAccepted } = input;
  return [
    ...faultsOf(input),
    ...(guest.email?.trim() ? [] : [entryError('INVALID', 'guest.email', 'Enter your email address.')]),
    ...(message == null || message === '' || isTextWithin(message, MAX_REQUEST_TEXT)
      ? []
      : [entryError('INVALID', 'message', `A message can have at most ${MAX_REQUEST_TEXT} characters.`)]),
    ...(termsAccepted ? [] : [entryError('TERMS_REQUIRED', 'termsAccepted', 'Please accept the terms.')]),
  ];
}
