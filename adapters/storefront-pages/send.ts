import type { FastifyReply } from 'fastify';
import { type PageNeeds, pageHeaders } from '../page/headers.ts';
import type { Html } from '../page/shell.ts';
import type { Storefront } from '../storefront.ts';
import { type Injected, NOTHING } from './injections/injected.ts';
import { STYLES } from './layout.ts';
import type { Visit } from './visit.ts';

/**
 * No script runs on these pages, so `connect-src` lets nothing call us: it lets audits such as Lighthouse fetch `robots.txt` from
 * the page. Pages with an app's scripts have the sources of these instead.
 */
const NEEDS: PageNeeds = { photos: true, styles: STYLES.source, connect: ["'self'"] };

export const NO_SNIFF = { 'x-content-type-options': 'nosniff' } as const;

/** What is known to one guest alone: never stored, never found, and its address goes nowhere. */
export const PRIVATE = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
} as const;

/** Answers with a page, which depends on the language that the browser prefers; where apps add to it, perhaps on a cookie too. */
export async function sendPage(
  reply: FastifyReply,
  { language }: Visit<Storefront | null>,
  body: Html,
  { needs: page = NEEDS, injected = NOTHING }: Sent = {},
): Promise<FastifyReply> {
  const vary = injected.asks ? 'accept-language, cookie' : 'accept-language';
  return reply
    .headers({ ...headersFor(page, injected), vary, 'content-language': language })
    .send(`${await body}`);
}

/** What a page needs itself, and what apps add to it. */
interface Sent {
  readonly needs?: PageNeeds;
  readonly injected?: Injected;
}

/** The policy of a page: its own, and exactly what is on it of apps. */
export function headersFor(page: PageNeeds, { needs }: Pick<Injected, 'needs'>) {
  if (needs === null) return pageHeaders(page);
  const scripts = [...(needs.script === null ? [] : [needs.script]), ...needs.scripts];
  const connect = [...(needs.script === null ? [] : ["'self'"]), ...needs.connect];
  return pageHeaders({
    ...page,
    frames: needs.frames,
    connect,
    styles: `${page.styles} ${needs.styles}`,
    script: scripts.length > 0 ? scripts.join(' ') : null,
  });
}

/** Leads on after a form, or from an address that has no page of its own. */
export const sendOn = (reply: FastifyReply, path: string): FastifyReply =>
  reply
    .code(303)
    .headers({ location: path, ...PRIVATE })
    .send();

/** What is the same for everyone. An icon opened as a page must not do more than show itself. */
export const sendFile = (reply: FastifyReply, type: string, body: string | Buffer): FastifyReply =>
  reply
    .type(type)
    .headers({
      'cache-control': 'public, max-age=3600',
      'content-security-policy': "default-src 'none'",
      ...NO_SNIFF,
    })
    .send(body);
