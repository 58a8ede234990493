import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '#kit/language.ts';
import { LANGUAGES } from '#kit/languages.ts';
import { LANGUAGE_S } from '#schema/limits.ts';
import { returnTo } from '../oauth/return-to.ts';
import type { StorefrontPages } from './ask.ts';
import { PageNotFound } from './problems.ts';
import { inLanguage, LANGUAGE_COOKIE } from './visit.ts';

/** Serves the switcher's links, which save the guest's language in a cookie and return to the page in it. */
export function languageRoutes(app: FastifyInstance, { storefronts }: Pick<StorefrontPages, 'storefronts'>) {
  app.get<{
    readonly Params: { readonly language: string };
    readonly Querystring: { readonly back?: string | readonly string[] };
  }>('/language/:language', async (request, reply) => {
    const language = LANGUAGES.find((one) => one === request.params.language);
    if (!language) throw new PageNotFound(await storefronts.of(request));
    const { back } = request.query;
    const path = returnTo(typeof back === 'string' ? back : null, '/');
    return reply
      .code(303)
      .headers({
        'set-cookie': cookieFor(language, request),
        location: inLanguage(path, language),
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
      })
      .send();
  });
}

/**
 * The cookie doesn't require consent: it's only set for guests who pick a language, it contains only the
 * language, and no script reads it (docs/interface/storefronts.md#languages).
 */
function cookieFor(language: Language, { protocol }: FastifyRequest): string {
  const secure = protocol === 'https' ? '; Secure' : '';
  return `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${LANGUAGE_S}; HttpOnly; SameSite=Lax${secure}`;
}
