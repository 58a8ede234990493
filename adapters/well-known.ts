import type { FastifyInstance } from 'fastify';

export interface SecurityTxtOptions {
  /** Contact for vulnerability reports: `mailto:` or https. */
  readonly contact: string;
  /** The platform's own address, where the file is canonical; null if none is configured. */
  readonly origin: string | null;
  readonly now: () => Date;
}

/** The date advances every day, so readers never find an expired file. RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** `/.well-known/security.txt` (RFC 9116), under any Host, including storefront domains. */
export function securityTxt(app: FastifyInstance, { contact, origin, now }: SecurityTxtOptions): void {
  app.get('/.well-known/security.txt', async (_request, reply) => {
    const expires = new Date(now());
    expires.setUTCHours(0, 0, 0, 0);
    expires.setUTCDate(expires.getUTCDate() + VALID_DAYS);
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
      'Preferred-Languages: en, de',
      ...(origin === null ? [] : [`Canonical: ${origin}/.well-known/security.txt`]),
    ];
    return reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' })
      .send(`${lines.join('\n')}\n`);
  });
}

/** `/.well-known/change-password`, opened by password managers (W3C, A Well-Known URL for Changing Passwords). */
export function changePassword(app: FastifyInstance): void {
  app.get('/.well-known/change-password', async (_request, reply) =>
    reply.header('cache-control', 'no-store').redirect('/account/security', 303),
  );
}
