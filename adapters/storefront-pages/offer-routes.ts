import type { FastifyInstance } from 'fastify';
import { dateIn } from '#kit/dates.ts';
import { parseId } from '#kit/ids.ts';
import { HORIZON_DAYS } from '#schema/limits.ts';
import { ask, askAsGuest, type StorefrontPages } from './ask.ts';
import {
  homePageDocument,
  policyPagesDocument,
  pricedStayPageDocument,
  stayPageDocument,
} from './generated.ts';
import { homePage } from './home.ts';
import { policyPage } from './policy.ts';
import { PageNotFound } from './problems.ts';
import { sendPage } from './send.ts';
import { stayPage } from './stay.ts';
import { choiceOf, itemIdOf, wishOf } from './stay-query.ts';
import { visitOf } from './visit.ts';

interface AtStay {
  readonly Params: { readonly unitTypeId: string };
  readonly Querystring: Readonly<Record<string, unknown>>;
}

/** What a storefront offers: its home page, its unit types and its policies. */
export function offerRoutes(app: FastifyInstance, pages: StorefrontPages): void {
  const { storefronts } = pages;

  app.get('/', async (request, reply) => {
    const visit = visitOf(request, await storefronts.of(request));
    const { unitTypePages } = await ask(pages, request, homePageDocument, {
      storefrontId: visit.storefront.id,
    });
    return sendPage(reply, visit, homePage(visit, unitTypePages));
  });

  app.get<AtStay>('/stays/:unitTypeId', async (request, reply) => {
    const visit = visitOf(request, await storefronts.of(request));
    const { unitTypeId } = request.params;
    if (parseId(unitTypeId) === null) throw new PageNotFound(visit.storefront);
    const choice = choiceOf(request.query);
    const wish = wishOf(choice);
    const wanted = { storefrontId: visit.storefront.id, unitTypeId, ids: [`unit_type:${unitTypeId}`] };
    const lines = wish ? [{ itemId: itemIdOf(unitTypeId, wish), quantity: wish.units }] : [];
    const found = wish
      ? await askAsGuest(pages, request, visit, pricedStayPageDocument, { ...wanted, lines })
      : { ...(await askAsGuest(pages, request, visit, stayPageDocument, wanted)), stayQuote: null };
    const { unitTypePage: stay, stayLookup, stayQuote: quote } = found;
    if (!stay) throw new PageNotFound(visit.storefront);
    const today = dateIn(stay.property.timeZone, new Date());
    const days = { today: today.toString(), last: today.add({ days: HORIZON_DAYS }).toString() };
    const shown = { stay, lookup: stayLookup[0]?.offer ?? null, choice, quote, days };
    return sendPage(reply, visit, stayPage(visit, shown));
  });

  app.get<{ Params: { kind: string } }>('/policies/:kind', async (request, reply) => {
    const visit = visitOf(request, await storefronts.of(request));
    const { domain: host } = visit.storefront;
    const { storefrontByHost } = await ask(pages, request, policyPagesDocument, { host });
    const policy = storefrontByHost?.policies.find(({ kind }) => kind === request.params.kind);
    if (!policy) throw new PageNotFound(visit.storefront);
    return sendPage(reply, visit, policyPage(visit, policy));
  });
}
