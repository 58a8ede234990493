import type { FastifyRequest } from 'fastify';
import { oauthError } from './errors.ts';
import type { Parameters } from './parameters.ts';

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Client id and secret of a request: in the body, or by Basic with both form-encoded (RFC 6749 section 2.3.1). Throws
 * `invalid_request` where they come both ways, `invalid_client` where they do not come.
 */
export function clientCredentials({ headers }: FastifyRequest, form: Parameters): ClientCredentials {
  const basic = readBasic(headers.authorization);
  const clientId = form.get('client_id');
  const clientSecret = form.get('client_secret');
  if (basic && (clientSecret !== null || (clientId !== null && clientId !== basic.clientId))) {
    throw oauthError(
      'invalid_request',
      'Send client_id and client_secret in the body or by Basic, not both.',
    );
  }
  if (basic) return basic;
  if (clientId === null || clientSecret === null) {
    throw oauthError('invalid_client', 'Send client_id and client_secret.');
  }
  return { clientId, clientSecret };
}

function readBasic(header: string | undefined): ClientCredentials | null {
  const encoded = /^Basic +([\w+/=-]{1,2000})$/i.exec(header ?? '')?.[1];
  if (!encoded) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  return { clientId: decode(text.slice(0, colon)), clientSecret: decode(text.slice(colon + 1)) };
}

/** Form-decodes; `URLSearchParams` never throws, and reads unencoded text unchanged. */
const decode = (text: string): string =>
  new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v') ?? '';
