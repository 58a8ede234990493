import type { FastifyReply } from 'fastify';
import { pageHeaders } from '../page/headers.ts';
import type { Html } from '../page/shell.ts';
import type { Storefront } from '../storefront.ts';
import { STYLES } from './layout.ts';
import type { Visit } from './visit.ts';

const HEADERS = pageHeaders({ photos: true, styles: STYLES.source });

export const NO_SNIFF = { 'x-content-type-options': 'nosniff' } as const;

/** What is known to one guest alone: never stored, never found, and its address goes nowhere. */
export const PRIVATE = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
} as const;

/** Answers with a page, which depends on the language that the browser prefers. */
export async function sendPage(
  reply: FastifyReply,
  { language }: Visit<Storefront | null>,
  body: Html,
  headers: Readonly<Record<string, string>> = HEADERS,
): Promise<FastifyReply> {
  return reply
    .headers({ ...headers, vary: 'accept-language', 'content-language': language })
    .send(`${await body}`);
}

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
