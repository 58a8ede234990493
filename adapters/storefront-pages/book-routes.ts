import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fingerprintOf } from '#kit/fingerprint.ts';
import { isUuid, newUuid, parseId } from '#kit/ids.ts';
import { moneyIn } from '#kit/language.ts';
import { spendBudget } from '../rate-limit.ts';
import { refuseForeignForm } from '../same-site.ts';
import { askAsGuest, type StorefrontPages } from './ask.ts';
import { type BookingForm, bookPage, type FormField, type GuestField, termsOf } from './book.ts';
import { chosenExtras, NO_EXTRAS, seenPrice, type TypedExtras, typedExtras } from './extras.ts';
import { formTexts, readTime, SHOWS_FAULTS } from './form-texts.ts';
import {
  type DirectOutcomeFragment,
  directCheckoutCompleteDocument,
  directCheckoutCreateDocument,
  pricedStayPageDocument,
} from './generated.ts';
import { PageNotFound } from './problems.ts';
import { PRIVATE } from './send.ts';
import { choiceOf, itemIdOf, type Wish, wishOf } from './stay-query.ts';
import { sendPersonal } from './theme/personal.ts';
import { linkTo, type Visit, visitOf } from './visit.ts';

interface AtStay {
  readonly Params: { readonly unitTypeId: string };
  readonly Querystring: Readonly<Record<string, unknown>>;
}

type Session = NonNullable<DirectOutcomeFragment['session']>;

/** The guest's submitted form and the price they saw. */
interface Sent {
  readonly attempt: string;
  readonly price: string;
  readonly values: BookingForm['values'];
  readonly accepted: boolean;
  readonly extras: TypedExtras;
  /** Fields with unstorable text. */
  readonly unstorable: readonly GuestField[];
}

const FIELDS: readonly GuestField[] = ['first_name', 'last_name', 'email', 'phone', 'arrival_time'];

/** The fields' names in the checkout. */
const PARAMS: Readonly<Record<Exclude<GuestField, 'arrival_time'>, string>> = {
  first_name: '$.buyer.first_name',
  last_name: '$.buyer.last_name',
  email: '$.buyer.email',
  phone: '$.buyer.phone_number',
};

/**
 * Lets guests book directly through the checkout that agents use
 * (docs/interface/storefronts.md#direct-booking): the form is a session, so submitting it twice creates one
 * booking.
 */
export function bookRoutes(app: FastifyInstance, pages: StorefrontPages): void {
  const { storefronts, bookingLimiter } = pages;

  const wanted = async (request: FastifyRequest<AtStay>) => {
    const visit = visitOf(request, await storefronts.of(request));
    const { status, instantBooking } = visit.storefront;
    const { unitTypeId } = request.params;
    if (parseId(unitTypeId) === null || status !== 'live' || !instantBooking)
      throw new PageNotFound(visit.storefront);
    return { visit, unitTypeId, wish: wishOf(choiceOf(request.query)) };
  };

  const show = async (
    request: FastifyRequest<AtStay>,
    reply: FastifyReply,
    { visit, unitTypeId, wish }: { readonly visit: Visit; readonly unitTypeId: string; readonly wish: Wish },
    form: BookingForm,
  ) => {
    const { storefront } = visit;
    const { unitTypePage: stay, stayQuote: quote } = await askAsGuest(
      pages,
      request,
      visit,
      pricedStayPageDocument,
      {
        storefrontId: storefront.id,
        unitTypeId,
        ids: [],
        lines: [{ itemId: itemIdOf(unitTypeId, wish), quantity: wish.units }],
        guestEmail: form.values.email || null,
        agent: { address: storefront.clientAddress, profile: null },
      },
    );
    if (!stay) throw new PageNotFound(storefront);
    return sendPersonal(pages, request, reply, visit, bookPage(visit, { stay, quote, wish }, form));
  };

  app.get<AtStay>('/stays/:unitTypeId/book', async (request, reply) => {
    const { visit, unitTypeId, wish } = await wanted(request);
    if (wish === null) return reply.redirect(linkTo(visit, `/stays/${unitTypeId}`), 303);
    return show(request, reply, { visit, unitTypeId, wish }, EMPTY());
  });

  app.post<AtStay>('/stays/:unitTypeId/book', { config: SHOWS_FAULTS }, async (request, reply) => {
    const { visit, unitTypeId, wish } = await wanted(request);
    refuseForeignForm(request, visit.storefront);
    await spendBudget(bookingLimiter, request, visit.storefront);
    if (wish === null) return reply.redirect(linkTo(visit, `/stays/${unitTypeId}`), 303);
    const sent = read(request.body, termsOf(visit).length === 0);
    const again = (wrong: Pick<BookingForm, 'faults' | 'notice'>, extraFaults: readonly string[] = []) => {
      const { values, accepted } = sent;
      const extras = { typed: sent.extras, faults: extraFaults };
      const form = { attempt: newUuid(), values, accepted, extras, ...wrong };
      return show(request, reply.code(422), { visit, unitTypeId, wish }, form);
    };
    if (sent.unstorable.length > 0)
      return again({ faults: sent.unstorable, notice: visit.words.book.unstorable });
    const arrivalTime = readTime(sent.values.arrival_time);
    if (arrivalTime === undefined)
      return again({ faults: ['arrival_time'], notice: visit.words.book.checkFields });
    const outcome = await book(
      pages,
      request,
      visit,
      { ...sent, arrivalTime },
      itemIdOf(unitTypeId, wish),
      wish.units,
    );
    const permalinkId = outcome.session?.order?.permalinkId;
    if (permalinkId) return reply.headers(PRIVATE).redirect(linkTo(visit, `/bookings/${permalinkId}`), 303);
    const wrong = { faults: faultsOf(outcome.session, sent), notice: noticeOf(visit, outcome, sent) };
    return again(wrong, extrasOf(outcome.session, sent).faults);
  });
}

const EMPTY = (): BookingForm => ({
  attempt: newUuid(),
  values: { first_name: '', last_name: '', email: '', phone: '', arrival_time: '' },
  accepted: false,
  faults: [],
  extras: { typed: NO_EXTRAS, faults: [] },
  notice: null,
});

/** Reads a submitted form; `accepted` is true if there are no terms to accept. */
function read(body: unknown, accepted: boolean): Sent {
  const { text, unstorable } = formTexts(body, FIELDS);
  const attempt = text('attempt');
  return {
    attempt: isUuid(attempt) ? attempt : newUuid(),
    price: text('price'),
    values: Object.fromEntries(FIELDS.map((name) => [name, text(name)])) as BookingForm['values'],
    accepted: accepted || text('terms') !== '',
    extras: typedExtras(body),
    unstorable: FIELDS.filter((name) => unstorable.includes(name)),
  };
}

/**
 * Runs two steps of the same checkout. Both carry the form's own id, so a resubmitted form gets the same
 * session and order.
 */
async function book(
  pages: StorefrontPages,
  request: FastifyRequest,
  visit: Visit,
  sent: Sent & { readonly arrivalTime: string | null },
  itemId: string,
  quantity: number,
): Promise<DirectOutcomeFragment> {
  const { attempt, price, values, accepted, arrivalTime } = sent;
  const { first_name: firstName, last_name: lastName, email, phone: phoneNumber } = values;
  const buyer = { firstName, lastName, email, phoneNumber: phoneNumber || null };
  const lines = [{ itemId, quantity }];
  const idempotency = {
    key: attempt,
    fingerprint: fingerprintOf({ lines, buyer, arrivalTime, price, extras: [...sent.extras] }) ?? '',
  };
  const { checkoutCreate: created } = await askAsGuest(pages, request, visit, directCheckoutCreateDocument, {
    input: { lines, buyer, locale: visit.language, idempotency },
  });
  const { session } = created;
  const { chosen, faults } = extrasOf(session, sent);
  const isRight = accepted && faults.length === 0 && session?.status === 'ready_for_complete';
  if (!isRight || priceOf(session) !== price) return created;
  const { checkoutComplete } = await askAsGuest(pages, request, visit, directCheckoutCompleteDocument, {
    input: { id: session.id, arrivalTime, extras: chosen, idempotency },
  });
  return checkoutComplete;
}

const extrasOf = (session: Session | null, { extras }: Sent) =>
  chosenExtras(extras, session?.extras?.nodes ?? []);

const priceOf = ({ fingerprint, extras }: Session): string => seenPrice(fingerprint, extras?.nodes ?? []);

function faultsOf(session: Session | null, { accepted }: Sent): readonly FormField[] {
  const params = session?.messages.filter(({ code }) => code === 'missing').map(({ param }) => param) ?? [];
  const fields: readonly FormField[] = params.includes('$.buyer')
    ? ['first_name', 'last_name', 'email']
    : FIELDS.filter((field) => field !== 'arrival_time' && params.includes(PARAMS[field]));
  return accepted ? fields : [...fields, 'terms'];
}

function noticeOf(
  { words, language }: Visit,
  { refusal, session }: DirectOutcomeFragment,
  sent: Sent,
): string | null {
  if (refusal === 'idempotency_conflict') return words.book.sentBefore;
  if (session === null) return words.book.again;
  if (faultsOf(session, sent).length + extrasOf(session, sent).faults.length > 0)
    return words.book.checkFields;
  const isMoved =
    priceOf(session) !== sent.price || session.messages.some(({ code }) => code === 'price_changed');
  const total = session.totals.at(-1);
  if (!isMoved || !total || total.amount === 0) return words.book.again;
  return words.book.priceChanged(moneyIn(language, total.amount, session.currency));
}
