import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { budgetAddress } from '#kit/address.ts';
import { refuseUnstorableCookie } from '#kit/entered-text.ts';
import { ProtocolError } from '#kit/errors.ts';
import type { StorefrontPages } from './ask.ts';
import { bookRoutes } from './book-routes.ts';
import { bookingRoutes } from './booking-routes.ts';
import { calendarRoutes } from './calendar-routes.ts';
import { cancelRoutes } from './cancel-routes.ts';
import { changeRoutes } from './change-routes.ts';
import { discoveryRoutes } from './discovery-routes.ts';
import { CONSENT_COOKIE } from './injections/consent.ts';
import { injectionRoutes } from './injections/routes.ts';
import { invoiceRoutes } from './invoice/invoice-routes.ts';
import { languageRoutes } from './language-choice.ts';
import { fontRoutes } from './look/font-routes.ts';
import { lookPreviewRoutes } from './look/preview-routes.ts';
import { offerRoutes } from './offer-routes.ts';
import { answerProblem, PageNotFound } from './problems.ts';
import { requestRoutes } from './request-routes.ts';
import { themeAssetRoutes } from './theme/asset-routes.ts';
import { previewing, THEME_COOKIE } from './theme/site-preview.ts';
import { previewChangesRoute, sitePreviewRoutes } from './theme/site-preview-routes.ts';
import { LANGUAGE_COOKIE } from './visit.ts';

const FORM = 'application/x-www-form-urlencoded';
const LONGEST_FORM = 4_096;

/**
 * Serves the guests' pages: offers, policies, and the booking behind its permalink. Plain HTML without
 * scripts, in the guest's language (docs/interface/storefronts.md#languages).
 */
export async function storefrontPages(app: FastifyInstance, given: StorefrontPages): Promise<void> {
  const pages: StorefrontPages = { ...given, storefronts: previewing(given) };
  app.setErrorHandler((error: Error, request, reply) => answerProblem(pages, error, request, reply));
  app.addHook('onRequest', async ({ headers }) => {
    for (const name of [CONSENT_COOKIE, LANGUAGE_COOKIE, THEME_COOKIE])
      refuseUnstorableCookie(name, headers.cookie);
  });
  /** Rendering a page with prices takes milliseconds of CPU time. */
  const spendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { allowed, retryAfterSeconds } = await pages.pageBudgets.take(budgetAddress(request.ip), 1);
    if (allowed) return;
    reply.header('retry-after', retryAfterSeconds);
    throw new ProtocolError(429, 'rate_limited', `Too many requests: try again in ${retryAfterSeconds} s.`);
  };
  app.setNotFoundHandler({ preHandler: spendPage }, async (request) => {
    throw new PageNotFound(await pages.storefronts.of(request));
  });
  app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: LONGEST_FORM }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  await app.register((limited, _options, done) => {
    limited.addHook('onRequest', spendPage);
    offerRoutes(limited, pages);
    discoveryRoutes(limited, pages);
    bookRoutes(limited, pages);
    calendarRoutes(limited, pages);
    bookingRoutes(limited, pages);
    invoiceRoutes(limited, pages);
    cancelRoutes(limited, pages);
    changeRoutes(limited, pages);
    requestRoutes(limited, pages);
    languageRoutes(limited, pages);
    lookPreviewRoutes(limited, pages);
    sitePreviewRoutes(limited, pages);
    done();
  });
  fontRoutes(app, pages);
  themeAssetRoutes(app, pages);
  previewChangesRoute(app, pages);
  // Frames have their own limits, so they can't exhaust the visitor's limit.
  injectionRoutes(app, pages);
}
