import type { FastifyInstance, FastifyRequest } from 'fastify';
import { parseId } from '#kit/ids.ts';
import { spendBudget } from '../../rate-limit.ts';
import { refuseForeignForm } from '../../same-site.ts';
import type { Storefront } from '../../storefront.ts';
import { ask, type StorefrontPages } from '../ask.ts';
import { frameFailedDocument, frameOfDocument } from '../generated.ts';
import { PageNotFound } from '../problems.ts';
import { NO_SNIFF } from '../send.ts';
import { visitOf } from '../visit.ts';
import { consentRoute } from './consent.ts';
import { placementsOn, type Shown, sessionsOf } from './injected.ts';

interface AtSession {
  readonly Params: { readonly placementId: string };
  readonly Querystring: Readonly<Record<string, unknown>>;
}

const PAGES: readonly Shown['page'][] = ['home', 'stay', 'request', 'booking'];

/**
 * Serves later requests from pages with app frames: a new session for a frame, the guest's consent, and
 * reports that a frame didn't load.
 */
export function injectionRoutes(app: FastifyInstance, pages: StorefrontPages): void {
  consentRoute(app, pages);

  /**
   * Each placement has its own limit, so an app's frame can't exhaust another frame's; made-up ids share a
   * limit.
   */
  const spendFrame = (request: FastifyRequest, storefront: Storefront, placementId = 'unknown') =>
    spendBudget(pages.frameLimiter, request, storefront, placementId);

  app.get<AtSession>('/injections/:placementId/session', async (request, reply) => {
    const visit = visitOf(request, await pages.storefronts.of(request));
    const { storefront } = visit;
    const { page: name, unit_type: unitType, preview } = request.query;
    const page = PAGES.find((one) => one === name);
    if (!page) throw new PageNotFound(storefront);
    const unitTypeId = typeof unitType === 'string' && parseId(unitType) !== null ? unitType : null;
    const asked = { storefrontId: storefront.id, preview: typeof preview === 'string' ? preview : null };
    const { pagePlacements } = await ask(pages, request, frameOfDocument, asked);
    const frame = placementsOn(pagePlacements, { page }).find(
      ({ id, kind }) => id === request.params.placementId && kind === 'frame',
    );
    await spendFrame(request, storefront, frame?.id);
    const [token] = frame ? await sessionsOf(pages, request, visit, [frame], { page, unitTypeId }) : [];
    if (!token) throw new PageNotFound(storefront);
    return reply.headers({ 'cache-control': 'no-store', ...NO_SNIFF }).send({ token });
  });

  // No guest data is stored, and the response doesn't reveal the outcome.
  app.post<Pick<AtSession, 'Params'>>('/injections/:placementId/failures', async (request, reply) => {
    const storefront = await pages.storefronts.of(request);
    refuseForeignForm(request, storefront);
    const storefrontId = storefront.id;
    const { pagePlacements } = await ask(pages, request, frameOfDocument, { storefrontId, preview: null });
    const frame = pagePlacements.find(
      ({ id, kind }) => id === request.params.placementId && kind === 'frame',
    );
    await spendFrame(request, storefront, frame?.id);
    if (frame) await ask(pages, request, frameFailedDocument, { storefrontId, placementId: frame.id });
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}
