import type { FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Storefront } from '../storefront.ts';

const OWN_SITES: readonly unknown[] = [undefined, 'same-origin', 'none'];

/**
 * Throws 403 for a form that another site sent: browsers name where a form comes from (`Sec-Fetch-Site`, `Origin`), and no page
 * of others can change that. Guests have no cookie, so all that such a form could do is book under the visitor's address.
 */
export function refuseForeignForm({ headers }: FastifyRequest, { baseUrl }: Storefront): void {
  // Pages that keep their address to themselves send the origin `null`.
  const isOwn = headers.origin === undefined || headers.origin === 'null' || headers.origin === baseUrl;
  if (isOwn && OWN_SITES.includes(headers['sec-fetch-site'])) return;
  throw new ProtocolError(403, 'foreign_form', 'This form was sent by another site.');
}
