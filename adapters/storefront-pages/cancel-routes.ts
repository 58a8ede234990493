import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseWideId } from '#kit/ids.ts';
import { spendBudget } from '../rate-limit.ts';
import { refuseForeignForm } from '../same-site.ts';
import { ask, askAsGuest, type StorefrontPages } from './ask.ts';
import { type BookedLine, lineOf } from './booked-line.ts';
import { cancelPage } from './cancel.ts';
import { formTexts } from './form-texts.ts';
import { bookedPlaceDocument, cancelAsGuestDocument, lineCancelCostDocument } from './generated.ts';
import { type AtPermalink, type FoundBooking, findBooked } from './permalink.ts';
import { PageNotFound } from './problems.ts';
import { sendOn } from './send.ts';
import { sendPersonal } from './theme/personal.ts';
import { linkTo, type Visit } from './visit.ts';

interface AtCancel {
  readonly Params: { readonly permalinkId: string };
  readonly Querystring: { readonly line?: string };
}

/** Size in bytes of a form with the longest reason: a three-byte character takes nine bytes in a form. */
const LONGEST_FORM = 8_192;

/** Serves the page on which guests cancel their booking (docs/interface/bookings.md#cancelling-by-guests). */
export function cancelRoutes(app: FastifyInstance, pages: StorefrontPages): void {
  const { storefronts, bookingLimiter, formTokens } = pages;
  const path = '/bookings/:permalinkId/cancel';

  const show = async (
    request: AtPermalink,
    reply: FastifyReply,
    { visit, booking }: FoundBooking,
    {
      lineId = '',
      reason = '',
      problem = null,
    }: Partial<Pick<Parameters<typeof cancelPage>[2], 'reason' | 'problem'>> & {
      readonly lineId?: string;
    } = {},
  ) => {
    const { permalinkId } = request.params;
    const unitTypeId = booking.lines[0]?.unitTypeId ?? null;
    const place =
      unitTypeId === null
        ? null
        : (await ask(pages, request, bookedPlaceDocument, { storefrontId: visit.storefront.id, unitTypeId }))
            .unitTypePage;
    const token = formTokens.field(permalinkId);
    // The last line is the booking.
    const line = booking.lines.length > 1 ? lineOf(booking, lineId) : undefined;
    const chosen = line ? { line, cost: await costOf(request, visit, line) } : null;
    const shown = { permalinkId, token, place: place?.property ?? null, reason, problem, chosen };
    return sendPersonal(pages, request, reply, visit, cancelPage(visit, booking, shown));
  };

  const costOf = async (request: AtPermalink, visit: Visit, { id: lineId }: BookedLine) => {
    const { permalinkId } = request.params;
    const found = await askAsGuest(pages, request, visit, lineCancelCostDocument, { permalinkId, lineId });
    return found.guestLineCancelQuote;
  };

  const toBooking = (reply: FastifyReply, { visit }: FoundBooking, permalinkId: string) =>
    sendOn(reply, linkTo(visit, `/bookings/${permalinkId}`));

  app.get<AtCancel>(path, async (request, reply) => {
    const found = await findBooked(pages, request);
    const lineId = request.query.line ?? '';
    if (hasEnded(found) || (lineId !== '' && !lineOf(found.booking, lineId))) {
      return toBooking(reply, found, request.params.permalinkId);
    }
    return show(request, reply, found, { lineId });
  });

  app.post<AtCancel>(path, { bodyLimit: LONGEST_FORM }, async (request, reply) => {
    const storefront = await storefronts.of(request);
    const { permalinkId } = request.params;
    refuseForeignForm(request, storefront);
    if (!storefront.guestCancellation) throw new PageNotFound(storefront);
    formTokens.check(permalinkId, request.body);
    await spendBudget(bookingLimiter, request, storefront);
    const found = await findBooked(pages, request);
    const { text } = formTexts(request.body, []);
    const reason = text('reason').replaceAll('\r\n', '\n');
    const lineId = text('line');
    const seen = { refund: amountOf(text('refund')), fingerprint: text('fingerprint') || null };
    const input = { permalinkId, ...seen, reason, ...(lineId === '' ? {} : { lineId }) };
    const { bookingCancelByGuest } = await askAsGuest(pages, request, found.visit, cancelAsGuestDocument, {
      input,
    });
    const { refusal } = bookingCancelByGuest;
    if (refusal === null) return toBooking(reply, found, permalinkId);
    if (refusal === 'not_offered') throw new PageNotFound(storefront);
    // The amounts may have changed since the page was read above.
    const now = await findBooked(pages, request);
    if (hasEnded(now)) return toBooking(reply, now, permalinkId);
    const problem = refusal === 'contact_host' ? null : refusal;
    return show(request, reply.code(422), now, { lineId, reason, problem });
  });
}

const hasEnded = ({ booking: { status } }: FoundBooking): boolean =>
  status === 'cancelled' || status === 'released';

/** Parses an amount in minor units; null if there is none. */
const amountOf = (text: string): number | null => (text === '0' ? 0 : parseWideId(text));
