import type { FastifyInstance } from 'fastify';
import type { StorefrontPages } from './ask.ts';
import { bookRoutes } from './book-routes.ts';
import { bookingRoutes } from './booking-routes.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { discoveryRoutes } from './discovery-routes.ts';
import { injectionRoutes } from './injections/routes.ts';
import { offerRoutes } from './offer-routes.ts';
import { answerProblem, PageNotFound } from './problems.ts';
import { requestRoutes } from './request-routes.ts';

const FORM = 'application/x-www-form-urlencoded';
const LONGEST_FORM = 4_096;

/**
 * The pages guests see: what is sold, the policies, and the booking behind its permalink. Plain HTML without scripts, in the
 * guest's language (docs/interface/storefronts.md#languages).
 */
export async function storefrontPages(app: FastifyInstance, pages: StorefrontPages): Promise<void> {
  app.setErrorHandler(answerProblem);
  app.setNotFoundHandler(async (request) => {
    throw new PageNotFound(await pages.storefronts.of(request));
  });
  app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: LONGEST_FORM }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  offerRoutes(app, pages);
  discoveryRoutes(app, pages);
  bookRoutes(app, pages);
  calendarRoutes(app, pages);
  bookingRoutes(app, pages);
  requestRoutes(app, pages);
  injectionRoutes(app, pages);
}
