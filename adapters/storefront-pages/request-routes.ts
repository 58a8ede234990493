import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '#kit/execute.ts';
import { isUuid, parseId } from '#kit/ids.ts';
import { MAX_BODY } from '#schema/limits.ts';
import { spendBudget } from '../rate-limit.ts';
import { refuseForeignForm } from '../same-site.ts';
import { agentViewer } from '../storefront.ts';
import type { StorefrontPages } from './ask.ts';
import { readTime, SHOWS_FAULTS } from './form-texts.ts';
import {
  type RequestShownFragment,
  requestConfirmDocument,
  requestFormDocument,
  requestPlaceDocument,
  requestProgressDocument,
  requestTakeBackDocument,
} from './generated.ts';
import { readThread, sendFromGuest, sentAt } from './guest-thread.ts';
import { injectionsOn, NOTHING } from './injections/injected.ts';
import { PageNotFound } from './problems.ts';
import { lacksOf, readForm, refusedBy } from './request-form.ts';
import { type Requested, requestPage } from './request-page.ts';
import { linkOverPage, mailboxPage, notTakenPage, progressPage, verifyPage } from './request-progress.ts';
import { sendOn } from './send.ts';
import { choiceOf, itemIdOf, wishOf } from './stay-query.ts';
import { inLayout, type OwnPage, sendPersonal } from './theme/personal.ts';
import { type Draft, LONGEST_MESSAGE_FORM, newDraft } from './thread-form.ts';
import { inGuestsLanguage, linkTo, type Visit, visitOf } from './visit.ts';

interface AtStay {
  readonly Params: { readonly unitTypeId: string };
  readonly Querystring: Readonly<Record<string, unknown>>;
}
interface AtRequest {
  readonly Params: { readonly id: string };
  readonly Querystring: { readonly message?: string | readonly string[] };
}
/** A request, with apps' additions to its page. */
interface ShownRequest {
  readonly visit: Visit;
  readonly found: RequestShownFragment;
  readonly placements: Parameters<typeof injectionsOn>[3];
}
interface AtLink {
  readonly Params: { readonly id: string; readonly token: string };
}

const UNWRITTEN = { faults: new Map(), refusal: null } as const;

/**
 * Serves requests to book: the form, the confirmation link, and progress
 * (docs/interface/requests.md#the-guests-pages).
 */
export function requestRoutes(app: FastifyInstance, pages: StorefrontPages): void {
  const { execute, storefronts, requestLimiter, paymentLimiter } = pages;

  const as = <TResult, TVariables>(
    request: FastifyRequest,
    { storefront }: Visit,
    operation: Operation<TResult, TVariables>,
    variables: TVariables,
  ) =>
    execute(operation, variables, { viewer: agentViewer(storefront, 'direct', null), requestId: request.id });

  /**
   * Reads the requested stay; null if this storefront doesn't accept requests. Redirects to the stay's page
   * if dates are missing.
   */
  const readStay = async (request: FastifyRequest<AtStay>) => {
    const visit = visitOf(request, await storefronts.of(request));
    const { unitTypeId } = request.params;
    const wish = wishOf(choiceOf(request.query));
    if (parseId(unitTypeId) === null) throw new PageNotFound(visit.storefront);
    if (wish === null) return { visit, asked: null, goOn: `/stays/${unitTypeId}` };
    const found = await as(request, visit, requestFormDocument, {
      storefrontId: visit.storefront.id,
      unitTypeId,
      lines: [{ itemId: itemIdOf(unitTypeId, wish), quantity: wish.units }],
    });
    const { unitTypePage: unitType, requestTerms: terms, stayQuote: quote } = found;
    if (!unitType) throw new PageNotFound(visit.storefront);
    const asked: Requested | null = terms?.takesRequests ? { wish, unitType, terms, quote } : null;
    return { visit, asked, goOn: null };
  };

  const sendOwn = (request: FastifyRequest, reply: FastifyReply, visit: Visit, page: OwnPage) =>
    sendPersonal(pages, request, reply, visit, inLayout(visit, 'request', page));

  const notTaken = (request: FastifyRequest<AtStay>, reply: FastifyReply, visit: Visit) =>
    sendOwn(request, reply.code(409), visit, notTakenPage(visit, request.params.unitTypeId));

  app.get<AtStay>('/stays/:unitTypeId/request', async (request, reply) => {
    const { visit, asked, goOn } = await readStay(request);
    if (goOn !== null) return sendOn(reply, linkTo(visit, goOn));
    if (!asked) return notTaken(request, reply, visit);
    const form = readForm(null, asked.terms.questions);
    return sendPersonal(pages, request, reply, visit, requestPage(visit, asked, form, UNWRITTEN));
  });

  app.post<AtStay>(
    '/stays/:unitTypeId/request',
    { bodyLimit: MAX_BODY, config: SHOWS_FAULTS },
    async (request, reply) => {
      const { visit, asked, goOn } = await readStay(request);
      refuseForeignForm(request, visit.storefront);
      if (goOn !== null) return sendOn(reply, linkTo(visit, goOn));
      if (!asked) return notTaken(request, reply, visit);
      const { wish, unitType, terms, quote } = asked;
      const form = readForm(request.body, terms.questions);
      const lacks = lacksOf(form, terms.questions);
      const again = (wrong: Parameters<typeof requestPage>[3]) =>
        sendPersonal(pages, request, reply.code(422), visit, requestPage(visit, asked, form, wrong));
      if (lacks.size > 0 || quote.problems.length > 0) return again({ faults: lacks, refusal: null });
      await spendBudget(requestLimiter, request, visit.storefront);
      const { firstName, lastName, email, phone, message, answers, key, terms: termsAccepted } = form;
      const { checkIn, checkOut, adults, children, units: quantity } = wish;
      const { bookingRequestCreate: placed } = await as(request, visit, requestPlaceDocument, {
        input: {
          key,
          unitTypeId: unitType.id,
          checkIn,
          checkOut,
          adults,
          children,
          quantity,
          guest: { firstName, lastName, email, phone: phone === '' ? null : phone },
          arrivalTime: readTime(form.arrivalTime) ?? null,
          message,
          answers,
          termsAccepted,
          locale: visit.language,
        },
      });
      if (!placed.bookingRequest) return again(refusedBy(placed.userErrors));
      return sendOwn(request, reply, visit, mailboxPage(visit, email));
    },
  );

  const readRequest = async (request: FastifyRequest<Pick<AtRequest, 'Params'>>) => {
    const visit = visitOf(request, await storefronts.of(request));
    const { id } = request.params;
    const found = isUuid(id)
      ? await as(request, visit, requestProgressDocument, { id, storefrontId: visit.storefront.id })
      : null;
    const asked = found?.bookingRequestByLink ?? null;
    return {
      visit: inGuestsLanguage(visit, asked?.locale ?? null),
      found: asked,
      placements: found?.pagePlacements ?? [],
    };
  };

  const showRequest = async (
    request: FastifyRequest<AtRequest>,
    reply: FastifyReply,
    { visit, found, placements }: ShownRequest,
    draft: Draft = newDraft(),
  ) => {
    const { id, timeZone } = found;
    const thread = await readThread(pages, request, visit, { requestId: id });
    const action = linkTo(visit, `/requests/${id}/messages`);
    const isSent = request.query.message === 'sent';
    const injected =
      found.status === 'unverified'
        ? NOTHING
        : await injectionsOn(pages, request, visit, placements, {
            page: 'request',
            unitTypeId: found.unitTypeId,
          });
    const page = progressPage(visit, found, {
      injected,
      thread: thread && { thread, timeZone, action, draft, isSent },
    });
    return sendPersonal(pages, request, reply, visit, page);
  };

  app.get<AtRequest>('/requests/:id', async (request, reply) => {
    const { visit, found, placements } = await readRequest(request);
    if (!found) throw new PageNotFound(visit.storefront);
    return showRequest(request, reply, { visit, found, placements });
  });

  const messages = '/requests/:id/messages';
  app.post<AtRequest>(
    messages,
    { bodyLimit: LONGEST_MESSAGE_FORM, config: SHOWS_FAULTS },
    async (request, reply) => {
      const { visit, found, placements } = await readRequest(request);
      refuseForeignForm(request, visit.storefront);
      if (!found) throw new PageNotFound(visit.storefront);
      await spendBudget(paymentLimiter, request, visit.storefront);
      const draft = await sendFromGuest(pages, request, visit, { requestId: found.id });
      if (draft === null) return sendOn(reply, sentAt(visit, `/requests/${found.id}`));
      return showRequest(request, reply.code(422), { visit, found, placements }, draft);
    },
  );
  app.get<AtRequest>(messages, async (request, reply) => {
    const { visit, found } = await readRequest(request);
    if (!found) throw new PageNotFound(visit.storefront);
    return sendOn(reply, `${linkTo(visit, `/requests/${found.id}`)}#messages`);
  });

  app.get<AtLink>('/requests/:id/verify/:token', async (request, reply) => {
    const { visit, found } = await readRequest(request);
    if (!found) return sendOwn(request, reply.code(410), visit, linkOverPage(visit));
    if (found.status !== 'unverified') return sendOn(reply, linkTo(visit, `/requests/${found.id}`));
    return sendOwn(request, reply, visit, verifyPage(visit, found));
  });

  app.post<AtLink>('/requests/:id/verify/:token', async (request, reply) => {
    const visit = visitOf(request, await storefronts.of(request));
    refuseForeignForm(request, visit.storefront);
    await spendBudget(paymentLimiter, request, visit.storefront);
    const { id, token } = request.params;
    const { bookingRequestVerify } = await as(request, visit, requestConfirmDocument, { id, token });
    const { bookingRequest } = bookingRequestVerify;
    if (!bookingRequest) return sendOwn(request, reply.code(410), visit, linkOverPage(visit));
    return sendOn(reply, linkTo(visit, `/requests/${bookingRequest.id}`));
  });

  app.post<AtRequest>('/requests/:id/withdraw', async (request, reply) => {
    const { visit, found } = await readRequest(request);
    refuseForeignForm(request, visit.storefront);
    if (!found) throw new PageNotFound(visit.storefront);
    await spendBudget(paymentLimiter, request, visit.storefront);
    // If the host has already responded, the page shows the response.
    await as(request, visit, requestTakeBackDocument, { id: found.id });
    return sendOn(reply, linkTo(visit, `/requests/${found.id}`));
  });
}
