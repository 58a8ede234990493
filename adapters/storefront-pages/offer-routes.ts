import type { FastifyInstance } from 'fastify';
import { parseId } from '#kit/ids.ts';
import { ask, type StorefrontPages } from './ask.ts';
import { homePageDocument, policyPagesDocument, unitTypePageDocument } from './generated.ts';
import { homePage } from './home.ts';
import { policyPage } from './policy.ts';
import { PageNotFound } from './problems.ts';
import { sendPage } from './send.ts';
import { unitTypePage } from './unit-type.ts';
import { visitOf } from './visit.ts';

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

  app.get<{ Params: { unitTypeId: string } }>('/stays/:unitTypeId', async (request, reply) => {
    const visit = visitOf(request, await storefronts.of(request));
    const { storefront } = visit;
    const { unitTypeId } = request.params;
    if (parseId(unitTypeId) === null) throw new PageNotFound(storefront);
    const found = await ask(pages, request, unitTypePageDocument, {
      storefrontId: storefront.id,
      unitTypeId,
    });
    if (!found.unitTypePage) throw new PageNotFound(storefront);
    return sendPage(reply, visit, unitTypePage(visit, found.unitTypePage));
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
