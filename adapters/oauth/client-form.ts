import type { FastifyReply, FastifyRequest } from 'fastify';
import { budgetAddress } from '#kit/address.ts';
import { DEVICE_CLIENT } from '#kit/device-client.ts';
import { unstorableReason } from '#kit/entered-text.ts';
import type { Execute } from '#kit/execute.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import { oauthError } from './errors.ts';
import { oauthClientExistsDocument } from './generated.ts';
import { type Parameters, readParameters } from './parameters.ts';

/** A form posted by an OAuth client. */
export type ClientRequest = FastifyRequest<{ Body: string | undefined }>;

/** Returns the caller at a client endpoint, where the credentials are in the form. */
export const callerOf = ({ id, ip }: FastifyRequest) =>
  ({ viewer: { kind: 'public' }, requestId: id, address: ip }) as const;

/** Counts a request against a rate limit. Throws `temporarily_unavailable` if the limit is reached. */
export async function spend(limiter: RateLimiter, payer: string, reply: FastifyReply): Promise<void> {
  const { allowed, retryAfterSeconds } = await limiter.take(payer);
  if (allowed) return;
  reply.header('retry-after', retryAfterSeconds);
  throw oauthError('temporarily_unavailable', `Too many requests. Try again in ${retryAfterSeconds} s.`);
}

/** Reads a client's form. Throws `invalid_request` if a parameter is repeated. */
export function readOnce(request: ClientRequest): Parameters {
  const form = readParameters(request.body ?? '');
  if (form.repeated.length === 0) return form;
  throw oauthError(
    'invalid_request',
    `The request repeats ${form.repeated.join(', ')}; send each parameter once.`,
  );
}

/**
 * Reads the form after counting it against its client's rate limit. The limit applies to a client at one
 * address: a client id isn't secret, and anyone who knows it must not be able to exhaust the app's limit. All
 * unknown client ids share a limit per address, so made-up ids don't allow more requests and don't create
 * rows.
 */
export async function readClientForm(
  request: ClientRequest,
  reply: FastifyReply,
  { execute, limiter }: { readonly execute: Execute; readonly limiter: RateLimiter },
): Promise<Parameters> {
  await spend(limiter, await payerOf(request, readParameters(request.body ?? ''), execute), reply);
  return readOnce(request);
}

interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Returns a request's client id and secret, either from the body or from a Basic header in which both are
 * form-encoded (RFC 6749 section 2.3.1). Throws `invalid_request` if both are used, `invalid_client` if
 * neither is.
 */
export function clientCredentials({ headers }: FastifyRequest, form: Parameters): ClientCredentials {
  const basic = readBasic(headers.authorization);
  const clientId = form.get('client_id');
  const clientSecret = form.get('client_secret');
  if (basic && (clientSecret !== null || (clientId !== null && clientId !== basic.clientId))) {
    throw oauthError(
      'invalid_request',
      'Send client_id and client_secret either in the body or with Basic, not both.',
    );
  }
  if (basic) {
    for (const [name, text] of Object.entries(basic)) {
      const reason = unstorableReason(text);
      if (reason)
        throw oauthError('invalid_request', `The ${NAMES[name] ?? name} of the Basic header ${reason}.`);
    }
    return basic;
  }
  if (clientId === null || clientSecret === null) {
    throw oauthError('invalid_client', 'Send client_id and client_secret.');
  }
  return { clientId, clientSecret };
}

const NAMES: Readonly<Record<string, string>> = { clientId: 'client_id', clientSecret: 'client_secret' };

async function payerOf(request: FastifyRequest, form: Parameters, execute: Execute): Promise<string> {
  const address = budgetAddress(request.ip);
  const clientId = claimedClientId(request, form);
  if (clientId === '') return address;
  if (clientId === DEVICE_CLIENT) return `${clientId} ${address}`;
  const { oauthClient: client } = await execute(oauthClientExistsDocument, { clientId }, callerOf(request));
  return client ? `${client.clientId} ${address}` : address;
}

function claimedClientId(request: FastifyRequest, form: Parameters): string {
  const [fromBasic] = basicText(request.headers.authorization).split(':', 1);
  const claimed = form.get('client_id') ?? fromBasic ?? '';
  return /^[\w-]{1,100}$/.test(claimed) ? claimed : '';
}

function readBasic(header: string | undefined): ClientCredentials | null {
  const text = basicText(header);
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  return { clientId: decode(text.slice(0, colon)), clientSecret: decode(text.slice(colon + 1)) };
}

/** Decodes a Basic header's base64 text; empty for any other header. */
function basicText(header: string | undefined): string {
  const encoded = /^Basic +([\w+/=-]{1,2000})$/i.exec(header ?? '')?.[1] ?? '';
  return Buffer.from(encoded, 'base64').toString('utf8');
}

/** Decodes form-encoded text; `URLSearchParams` never throws, and reads unencoded text unchanged. */
const decode = (text: string): string =>
  new URLSearchParams(`v=${text.replaceAll('&', '%26')}`).get('v') ?? '';
