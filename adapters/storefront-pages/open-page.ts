import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasTag } from '#kit/etag.ts';
import { type Coding, codingFor, compress, type Effort } from './encodings.ts';

/** A page without personal content, as sent. */
export interface OpenPage {
  /** The page's headers, with its `cache-control`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly body: Buffer;
  /** Compresses the page, once for each coding unless that fails. */
  readonly compressed: (coding: Coding) => Promise<Buffer>;
}

/**
 * Everything that determines a page's content besides its address: `?lang=` is part of the address, and a
 * visitor's language or consent may be in a cookie. Even a page that's the same for everyone sends these
 * names, so that no cache serves it to a visitor who should get a different one.
 */
export const VARY = 'accept-language, cookie';

/** Prepares a page without personal content, with compression and an ETag. */
export function openPage(text: string, headers: Readonly<Record<string, string>>, effort: Effort): OpenPage {
  const body = Buffer.from(text);
  const compressing = new Map<Coding, Promise<Buffer>>();
  return {
    headers: { ...headers, vary: `accept-encoding, ${VARY}` },
    // Weak, because the same page has several encodings.
    etag: `W/"${createHash('sha256').update(body).digest('base64url')}"`,
    body,
    compressed(coding) {
      const known = compressing.get(coding);
      if (known !== undefined) return known;
      const started = compress(body, coding, effort);
      compressing.set(coding, started);
      started.catch(() => compressing.delete(coding));
      return started;
    },
  };
}

/** Sends a page in an encoding that the browser accepts, or a 304 if the browser already has it. */
export async function sendOpenPage(
  { headers: asked }: FastifyRequest,
  reply: FastifyReply,
  { headers, etag, body, compressed }: OpenPage,
): Promise<FastifyReply> {
  reply.headers({ ...headers, etag });
  if (reply.statusCode === 200 && hasTag(asked['if-none-match'], etag)) return reply.code(304).send();
  const coding = codingFor(asked['accept-encoding']);
  if (coding === null) return reply.send(body);
  return reply.header('content-encoding', coding).send(await compressed(coding));
}
