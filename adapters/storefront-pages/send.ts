import type { FastifyReply } from 'fastify';
import { type PageNeeds, pageHeaders } from '../page/headers.ts';
import type { Html } from '../page/shell.ts';
import type { Storefront } from '../storefront.ts';
import { type Injected, NOTHING } from './injections/injected.ts';
import { STYLES } from './layout.ts';
import { dressed } from './look/dress.ts';
import { VARY } from './open-page.ts';
import type { Visit } from './visit.ts';

/**
 * These pages run no scripts, so `connect-src` has no effect in practice, except that it lets audits such as
 * Lighthouse fetch `robots.txt` from the page. Pages with app scripts have the scripts' sources instead.
 */
export const NEEDS: PageNeeds = { photos: true, styles: STYLES.source, connect: ["'self'"] };

export const NO_SNIFF = { 'x-content-type-options': 'nosniff' } as const;

/** Headers for pages private to one guest: never stored or indexed, and the address isn't sent as a referrer. */
export const PRIVATE = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
} as const;

/**
 * For a page that's the same for everyone: caches may keep it for a minute, and browsers revalidate it each
 * time.
 */
export const SHARED = 'public, max-age=0, s-maxage=60';
/** A page for one visit. */
export const OWN = 'private, no-cache';

/** Headers for a page without personal content. */
export const openHeaders = (
  { storefront, language }: Visit,
  caching: string,
  themed?: PageNeeds,
): Readonly<Record<string, string>> => ({
  ...pageHeaders(themed ?? dressed(NEEDS, storefront.look)),
  'cache-control': caching,
  'content-language': language,
});

/**
 * Responds with a page that may have personal content. It isn't compressed, because its length could reveal
 * secrets that appear next to text from its address (BREACH;
 * docs/interface/storefronts.md#compression-and-caching).
 */
export async function sendPage(
  reply: FastifyReply,
  { storefront, language }: Visit<Storefront | null>,
  body: Html,
  { needs: page = NEEDS, themed, injected = NOTHING }: Sent = {},
): Promise<FastifyReply> {
  return reply
    .headers({
      ...headersFor(themed ?? dressed(page, storefront?.look), injected),
      vary: VARY,
      'content-language': language,
    })
    .send(`${await body}`);
}

/** The page's own policy and apps' additions. */
interface Sent {
  readonly needs?: PageNeeds;
  /** Policy of a page with a theme, which has other styles. */
  readonly themed?: PageNeeds;
  readonly injected?: Injected;
}

/** Builds headers with the page's policy: its own needs, plus exactly the app content on it. */
export function headersFor(page: PageNeeds, { needs }: Pick<Injected, 'needs'>) {
  if (needs === null) return pageHeaders(page);
  const own = page.script ?? null; // a preview's
  const scripts = [own, needs.script, ...needs.scripts].filter((source) => source !== null);
  const connect = [...(own === null && needs.script === null ? [] : ["'self'"]), ...needs.connect];
  return pageHeaders({
    ...page,
    frames: needs.frames,
    connect,
    styles: `${page.styles} ${needs.styles}`,
    script: scripts.length > 0 ? scripts.join(' ') : null,
  });
}

/** Redirects after a form, or from an address that has no page. */
export const sendOn = (reply: FastifyReply, path: string): FastifyReply =>
  reply
    .code(303)
    .headers({ location: path, ...PRIVATE })
    .send();

/** Sends a file that's the same for everyone. An icon opened as a page can't load anything but itself. */
export const sendFile = (reply: FastifyReply, type: string, body: string | Buffer): FastifyReply =>
  reply
    .type(type)
    .headers({
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'",
      ...NO_SNIFF,
    })
    .send(body);
