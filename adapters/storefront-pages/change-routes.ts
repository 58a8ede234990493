import type { FastifyInstance, FastifyReply } from 'fastify';
import { spendBudget } from '../rate-limit.ts';
import { refuseForeignForm } from '../same-site.ts';
import { askAsGuest, type StorefrontPages } from './ask.ts';
import { changePage } from './change.ts';
import {
  askedStay,
  bookedForm,
  type ChangeFaults,
  type ChangeForm,
  readChange,
  refusedChange,
} from './change-form.ts';
import { formTexts } from './form-texts.ts';
import {
  type ChangeBookedStayMutation,
  changeBookedStayDocument,
  withdrawChangeDocument,
} from './generated.ts';
import { type AtPermalink, type FoundBooking, findBooked } from './permalink.ts';
import { PageNotFound } from './problems.ts';
import { sendOn } from './send.ts';
import { sendPersonal } from './theme/personal.ts';
import { linkTo } from './visit.ts';

interface AtChange {
  readonly Params: { readonly permalinkId: string };
  readonly Querystring: { readonly line?: string };
}

/** Outcome of a submitted form. */
interface Outcome {
  readonly faults?: ChangeFaults;
  readonly quote?: ChangeBookedStayMutation['bookingStayChange']['quote'];
}

/** Serves the page on which guests change their stay (docs/interface/bookings.md#changes-by-guests). */
export function changeRoutes(app: FastifyInstance, pages: StorefrontPages): void {
  const { storefronts, bookingLimiter, formTokens } = pages;
  const path = '/bookings/:permalinkId/change';

  const findChangeable = async (request: AtPermalink): Promise<FoundBooking> => {
    const found = await findBooked(pages, request);
    const { storefront } = found.visit;
    if (storefront.guestChanges === 'off') throw new PageNotFound(storefront);
    return found;
  };

  const show = (
    request: AtPermalink,
    reply: FastifyReply,
    { visit, booking }: FoundBooking,
    form: ChangeForm,
    { faults = new Map(), quote = null }: Outcome = {},
  ) => {
    const { permalinkId } = request.params;
    const token = formTokens.field(permalinkId);
    const isStale = form.fingerprint !== null;
    const page = changePage(visit, booking, { permalinkId, token, form, faults, quote, isStale });
    return sendPersonal(pages, request, reply, visit, page);
  };

  app.get<AtChange>(path, async (request, reply) => {
    const found = await findChangeable(request);
    const lineId = request.query.line ?? '';
    const form = bookedForm(found.booking, lineId);
    // A line that's gone was cancelled since the link was shown.
    if (lineId !== '' && !form.line) {
      return sendOn(reply, linkTo(found.visit, `/bookings/${request.params.permalinkId}/change`));
    }
    return show(request, reply, found, form);
  });

  app.post<AtChange>(path, async (request, reply) => {
    const storefront = await storefronts.of(request);
    const { permalinkId } = request.params;
    refuseForeignForm(request, storefront);
    formTokens.check(permalinkId, request.body);
    await spendBudget(bookingLimiter, request, storefront);
    const found = await findChangeable(request);
    const { visit } = found;
    const form = readChange(request.body, found.booking);
    const asked = askedStay(visit, form);
    if (!('checkIn' in asked)) return show(request, reply.code(422), found, form, { faults: asked });
    // A line that's gone was cancelled since the page was shown.
    const lineId = form.line?.id ?? formTexts(request.body, []).text('line');
    const input = { permalinkId, ...asked, fingerprint: form.fingerprint, lineId };
    const { bookingStayChange } = await askAsGuest(pages, request, visit, changeBookedStayDocument, {
      input,
    });
    const { done, quote, userErrors } = bookingStayChange;
    if (done) return sendOn(reply, linkTo(visit, `/bookings/${permalinkId}`));
    if (quote) return show(request, reply, found, form, { quote });
    return show(request, reply.code(422), found, form, { faults: refusedChange(visit, userErrors) });
  });

  app.post<AtChange>(`${path}/withdraw`, async (request, reply) => {
    const storefront = await storefronts.of(request);
    const { permalinkId } = request.params;
    refuseForeignForm(request, storefront);
    formTokens.check(permalinkId, request.body);
    await spendBudget(bookingLimiter, request, storefront);
    const { visit } = await findBooked(pages, request);
    await askAsGuest(pages, request, visit, withdrawChangeDocument, { permalinkId });
    return sendOn(reply, linkTo(visit, `/bookings/${permalinkId}`));
  });
}
