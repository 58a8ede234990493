import type { FastifyInstance, FastifyRequest } from 'fastify';
import { html } from 'hono/html';
import { CONSENT_S } from '#schema/limits.ts';
import { returnTo } from '../../oauth/return-to.ts';
import type { Html } from '../../page/shell.ts';
import { refuseForeignForm } from '../../same-site.ts';
import type { StorefrontPages } from '../ask.ts';
import type { Visit } from '../visit.ts';

/** Purposes that guests are asked about. */
export const ASKED = ['preferences', 'statistics', 'marketing'] as const;
export type Consent = (typeof ASKED)[number] | 'necessary';

/** Name of the cookie with a guest's choice. */
export const CONSENT_COOKIE = 'consent';

/** Returns the guest's consents; null if they haven't been asked yet. */
export function consentOf({ headers }: FastifyRequest): ReadonlySet<Consent> | null {
  const [, given] = /(?:^|;\s*)consent=([a-z.]*)/.exec(headers.cookie ?? '') ?? [];
  if (given === undefined) return null;
  const names = given.split('.');
  return new Set(ASKED.filter((one) => names.includes(one)));
}

/**
 * Asks for consent that a page needs or, after a choice, lets the guest change it. A form, so it works
 * without scripts (docs/interface/injections.md#consent).
 */
export function consentForm(
  visit: Visit,
  needed: readonly Consent[],
  given: ReadonlySet<Consent> | null,
): Html {
  const { consent: words } = visit.words;
  const kinds = ASKED.filter((one) => needed.includes(one));
  const form = html`<form method="post" action="/consent">
<p>${words.text}</p>
<input type="hidden" name="back" value="${visit.path}"><input type="hidden" name="lang" value="${visit.chosen ?? ''}">
<div>${kinds.map(
    (kind) =>
      html`<label><input type="checkbox" name="kind" value="${kind}"${given?.has(kind) ? html` checked` : ''}> ${words.kinds[kind]}</label>`,
  )}</div>
<div class="actions"><button type="submit" name="choice" value="chosen">${words.chosen}</button><button type="submit" name="choice" value="all">${words.all}</button><button type="submit" name="choice" value="none">${words.none}</button></div>
</form>`;
  return given === null
    ? html`<aside class="consents asks" aria-label="${words.title}">${form}</aside>`
    : html`<aside class="consents" aria-label="${words.title}"><details><summary>${words.title}</summary>${form}</details></aside>`;
}

/** Saves a guest's choice in a cookie on the storefront, and redirects back to the page. */
export function consentRoute(
  app: FastifyInstance,
  { storefronts }: Pick<StorefrontPages, 'storefronts'>,
): void {
  app.post('/consent', async (request, reply) => {
    const storefront = await storefronts.of(request);
    refuseForeignForm(request, storefront);
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const value = chosenIn(form).join('.');
    const secure = storefront.baseUrl.startsWith('https:') ? '; Secure' : '';
    return reply
      .code(303)
      .header(
        'set-cookie',
        `${CONSENT_COOKIE}=${value}; Path=/; Max-Age=${CONSENT_S}; HttpOnly; SameSite=Lax${secure}`,
      )
      .headers({ location: placeOf(form, storefront.baseUrl), 'cache-control': 'no-store' })
      .send();
  });
}

/** Reads a guest's consents: from an "all" or "none" button, or from the ticked boxes. */
function chosenIn(form: URLSearchParams): readonly Consent[] {
  const choice = form.get('choice');
  if (choice === 'all') return ASKED;
  const ticked = choice === 'none' ? [] : form.getAll('kind');
  return ASKED.filter((one) => ticked.includes(one));
}

/** Returns the guest's previous page on this storefront. */
function placeOf(form: URLSearchParams, baseUrl: string): string {
  const url = new URL(returnTo(form.get('back'), '/'), baseUrl);
  const lang = form.get('lang');
  if (lang) url.searchParams.set('lang', lang);
  return url.pathname + url.search;
}
