import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUuid, newUuid } from '#kit/ids.ts';
import { spendBudget } from '../rate-limit.ts';
import { refuseForeignForm } from '../same-site.ts';
import { ask, askAsGuest, type StorefrontPages } from './ask.ts';
import { isPayable, PAYMENT, themedBooking, themedMessages } from './booking.ts';
import { calendarFile } from './calendar-file.ts';
import { chosenExtras, type RefusedExtras, typedExtras } from './extras.ts';
import { formTexts, SHOWS_FAULTS } from './form-texts.ts';
import {
  addExtrasDocument,
  bookedPlaceDocument,
  bookingReceiptDocument,
  openPaymentDocument,
} from './generated.ts';
import { readThread, sendFromGuest, sentAt } from './guest-thread.ts';
import { injectionsOn, NOTHING } from './injections/injected.ts';
import { type Payment, refusalText } from './payment.ts';
import { type BookedStay, type FoundBooking, findBooked, openPermalink } from './permalink.ts';
import { PageNotFound } from './problems.ts';
import { receiptPage } from './receipt.ts';
import { NO_SNIFF, PRIVATE, sendOn } from './send.ts';
import { inLayout, sendPersonal } from './theme/personal.ts';
import { hasTemplate } from './theme/themed.ts';
import type { ThreadShown } from './thread.ts';
import { type Draft, LONGEST_MESSAGE_FORM, newDraft } from './thread-form.ts';
import { linkTo, type Visit } from './visit.ts';

interface Permalink {
  readonly Params: { readonly permalinkId: string };
  readonly Querystring: Readonly<Partial<Record<'payment' | 'message', string | readonly string[]>>>;
}

type AtPermalink = FastifyRequest<Permalink>;

const REFRESH_SECONDS = '4';

/** Serves a guest's booking behind its permalink: its status, its payment and its calendar file. */
export function bookingRoutes(app: FastifyInstance, pages: StorefrontPages): void {
  const { storefronts, bookingLimiter, paymentLimiter } = pages;

  const permalinkOf = (request: AtPermalink) => openPermalink(pages, request);
  const findBooking = (request: AtPermalink) => findBooked(pages, request);

  const placeOf = async (
    request: FastifyRequest,
    { storefront }: Visit,
    { status, lines }: FoundBooking['booking'],
  ) => {
    const unitTypeId = lines[0]?.unitTypeId;
    if (status !== 'confirmed' || !unitTypeId) return null;
    const found = await ask(pages, request, bookedPlaceDocument, { storefrontId: storefront.id, unitTypeId });
    return { property: found.unitTypePage?.property ?? null, placements: found.pagePlacements };
  };

  const showBooking = async (
    request: AtPermalink,
    reply: FastifyReply,
    { visit, booking }: FoundBooking,
    {
      notice = null,
      draft = newDraft(),
      refusedExtras = null,
    }: {
      readonly notice?: string | null;
      readonly draft?: Draft;
      readonly refusedExtras?: RefusedExtras | null;
    } = {},
  ) => {
    const payment = booking.paymentStatus === 'released' ? null : booking.paymentMethods;
    const { permalinkId } = request.params;
    const own = linkTo(visit, `/bookings/${permalinkId}`);
    const refresh = request.query.payment === 'returned' ? refreshOf(booking, payment, own) : null;
    if (refresh !== null) reply.header('refresh', refresh);
    const isWaiting = refresh !== null;
    const [found, thread] = await Promise.all([
      placeOf(request, visit, booking),
      // A refresh would lose any text the guest is typing.
      isWaiting ? null : readThread(pages, request, visit, { permalinkId }),
    ]);
    // A page with a payment due shows no third-party content.
    const injected =
      found && !isPayable(booking, payment)
        ? await injectionsOn(pages, request, visit, found.placements, {
            page: 'booking',
            unitTypeId: booking.lines[0]?.unitTypeId ?? null,
            propertyId: found.property?.id ?? null,
          })
        : NOTHING;
    const page = themedBooking(visit, booking, payment, {
      permalinkId,
      token: pages.formTokens.field(permalinkId),
      place: found?.property ?? null,
      injected,
      notice: isWaiting ? visit.words.payment.waiting : notice,
      isWaiting,
      refusedExtras,
      thread: thread && threadShown(request, { visit, booking }, thread, draft),
    });
    return sendPersonal(pages, request, reply, visit, page);
  };

  const threadShown = (
    { params: { permalinkId }, query }: AtPermalink,
    { visit, booking }: FoundBooking,
    thread: ThreadShown['thread'],
    draft: Draft,
  ): ThreadShown => ({
    thread,
    draft,
    timeZone: booking.timeZone,
    action: linkTo(visit, `/bookings/${permalinkId}/messages`),
    isSent: query.message === 'sent',
  });

  /** Shows the messages on their own page if the theme has one; returns null otherwise. */
  const showMessages = async (
    request: AtPermalink,
    reply: FastifyReply,
    found: FoundBooking,
    draft: Draft = newDraft(),
  ) => {
    const { visit } = found;
    if (!(await hasTemplate(pages, request, visit, 'messages'))) return null;
    const { permalinkId } = request.params;
    const thread = await readThread(pages, request, visit, { permalinkId });
    if (thread === null) return null;
    const shown = threadShown(request, found, thread, draft);
    return sendPersonal(
      pages,
      request,
      reply,
      visit,
      themedMessages(visit, found.booking, permalinkId, shown),
    );
  };

  app.get<Permalink>('/bookings/:permalinkId', async (request, reply) =>
    showBooking(request, reply, await findBooking(request)),
  );

  app.get<Permalink>('/bookings/:permalinkId/stay.ics', async (request, reply) => {
    const { visit, booking } = await findBooking(request);
    return reply
      .type('text/calendar; charset=utf-8')
      .headers({ ...NO_SNIFF, ...PRIVATE })
      .header('content-disposition', `attachment; filename="${booking.reference}.ics"`)
      .send(calendarFile(visit, booking, request.params.permalinkId));
  });

  app.get<Permalink>('/bookings/:permalinkId/receipt', async (request, reply) => {
    const { visit, booking } = await findBooking(request);
    if (booking.status !== 'confirmed') throw new PageNotFound(visit.storefront);
    const { permalinkId } = request.params;
    const named = { storefrontId: visit.storefront.id, permalinkId };
    const [place, found] = await Promise.all([
      placeOf(request, visit, booking),
      ask(pages, request, bookingReceiptDocument, named),
    ]);
    const money = found.bookingByPermalink?.receipt ?? null;
    const receipt = receiptPage(visit, booking, place?.property ?? null, money, permalinkId);
    const page = { ...inLayout(visit, 'booking', receipt), needs: PAYMENT };
    return sendPersonal(pages, request, reply, visit, page);
  });

  app.post<Permalink>('/bookings/:permalinkId', async (request, reply) => {
    refuseForeignForm(request, await storefronts.of(request));
    await spendBudget(paymentLimiter, request, await storefronts.of(request));
    const { visit, permalink } = await permalinkOf(request);
    const method = request.body instanceof URLSearchParams ? (request.body.get('method') ?? '') : '';
    const pageUrl = visit.storefront.baseUrl + linkTo(visit, `/bookings/${permalink.permalinkId}`);
    const { paymentSessionOpen } = await ask(pages, request, openPaymentDocument, {
      input: { ...permalink, method, pageUrl },
    });
    const { redirectUrl, refusal } = paymentSessionOpen;
    if (redirectUrl !== null) {
      return reply
        .code(303)
        .headers({ location: redirectUrl, ...PRIVATE })
        .send();
    }
    const notice = refusal && refusalText(visit.words, refusal);
    return showBooking(request, reply, await findBooking(request), { notice });
  });

  const extras = '/bookings/:permalinkId/extras';
  app.post<Permalink>(extras, async (request, reply) => {
    const storefront = await storefronts.of(request);
    const { permalinkId } = request.params;
    refuseForeignForm(request, storefront);
    pages.formTokens.check(permalinkId, request.body);
    await spendBudget(bookingLimiter, request, storefront);
    const found = await findBooking(request);
    const typed = typedExtras(request.body);
    const { text } = formTexts(request.body, []);
    const { chosen, faults } = chosenExtras(typed, found.booking.extras.nodes);
    const refuse = async (refused: Omit<RefusedExtras, 'typed'>) =>
      showBooking(request, reply.code(422), await findBooking(request), {
        refusedExtras: { typed, ...refused },
      });
    if (faults.length > 0 && found.booking.extras.nodes.length > 0) return refuse({ faults, refusal: null });
    const attempt = text('attempt');
    const input = {
      permalinkId,
      attempt: isUuid(attempt) ? attempt : newUuid(),
      extras: chosen,
      fingerprint: text('price') || null,
    };
    const { bookingExtrasAdd } = await askAsGuest(pages, request, found.visit, addExtrasDocument, { input });
    const { refusal, extraId } = bookingExtrasAdd;
    if (refusal === null) return sendOn(reply, linkTo(found.visit, `/bookings/${permalinkId}`));
    return refuse({ faults: extraId === null ? [] : [extraId], refusal });
  });
  // A refused form is shown at this address, which a reload or translation opens again.
  app.get<Permalink>(extras, async (request, reply) => {
    const { visit } = await findBooking(request);
    return sendOn(reply, linkTo(visit, `/bookings/${request.params.permalinkId}`));
  });

  const messages = '/bookings/:permalinkId/messages';
  app.post<Permalink>(
    messages,
    { bodyLimit: LONGEST_MESSAGE_FORM, config: SHOWS_FAULTS },
    async (request, reply) => {
      refuseForeignForm(request, await storefronts.of(request));
      await spendBudget(paymentLimiter, request, await storefronts.of(request));
      const { visit, permalink } = await permalinkOf(request);
      const { permalinkId } = permalink;
      const draft = await sendFromGuest(pages, request, visit, { permalinkId });
      const hasOwnPage = await hasTemplate(pages, request, visit, 'messages');
      if (draft === null)
        return sendOn(reply, sentAt(visit, `/bookings/${permalinkId}${hasOwnPage ? '/messages' : ''}`));
      const found = await findBooking(request);
      return (
        (await showMessages(request, reply.code(422), found, draft)) ??
        showBooking(request, reply, found, { draft })
      );
    },
  );
  // A refused form is shown at this address, and themes may have a page for messages; otherwise a reload or
  // translation is redirected to the booking.
  app.get<Permalink>(messages, async (request, reply) => {
    const found = await findBooking(request);
    const toBooking = `${linkTo(found.visit, `/bookings/${request.params.permalinkId}`)}#messages`;
    return (await showMessages(request, reply, found)) ?? sendOn(reply, toBooking);
  });
}

/** Returns when a guest who comes back from paying should see the page again; null if it shows the payment's outcome. */
function refreshOf(booking: BookedStay, payment: Payment | null, page: string): string | null {
  const status = payment?.latest?.status;
  // The app may be about to report the payment.
  if (status === 'REDIRECTED') return REFRESH_SECONDS;
  // The booking was read just before it got the payment. The page's own address makes this happen only once.
  if (status === 'RESOLVED' && isPayable(booking, payment)) return `${REFRESH_SECONDS}; url=${page}`;
  return null;
}
