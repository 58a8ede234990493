import type { FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Storefront } from './storefront.ts';

const OWN_SITES: readonly unknown[] = [undefined, 'same-origin', 'none'];

/**
 * Throws a 403 for a form sent from another site: browsers report a form's origin (`Sec-Fetch-Site`,
 * `Origin`), which other sites' pages can't change. Guests have no cookie, so all such a form could do is
 * book or pay from the visitor's address. `baseUrl` is the page's own origin.
 */
export function refuseForeignForm(
  { headers }: FastifyRequest,
  { baseUrl }: Pick<Storefront, 'baseUrl'>,
): void {
  // Pages that don't reveal their address send the origin `null`.
  const isOwn = headers.origin === undefined || headers.origin === 'null' || headers.origin === baseUrl;
  if (isOwn && OWN_SITES.includes(headers['sec-fetch-site'])) return;
  throw new ProtocolError(403, 'foreign_form', 'This form was sent by another site.');
}
