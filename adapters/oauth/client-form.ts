import type { FastifyReply, FastifyRequest } from 'fastify';
import { budgetAddress } from '#kit/address.ts';
import type { Execute } from '#kit/execute.ts';
import type { RateLimiter } from '#kit/rate-limit.ts';
import { oauthError } from './errors.ts';
import { oauthClientExistsDocument } from './generated.ts';
import { type Parameters, readParameters } from './parameters.ts';

/** A form that an OAuth client posts. */
export type ClientRequest = FastifyRequest<{ Body: string | undefined }>;

/** Who asks at an endpoint for clients: their credentials are in the form. */
export const callerOf = ({ id, ip }: FastifyRequest) =>
  ({ viewer: { kind: 'public' }, requestId: id, address: ip }) as const;

/** Spends one request of a budget. Throws `temporarily_unavailable` where none is left. */
export async function spend(limiter: RateLimiter, payer: string, reply: FastifyReply): Promise<void> {
  const { allowed, retryAfterSeconds } = await limiter.take(payer);
  if (allowed) return;
  reply.header('retry-after', retryAfterSeconds);
  throw oauthError('temporarily_unavailable', `Too many requests: try again in ${retryAfterSeconds} s.`);
}

/** The form of a client. Throws `invalid_request` where a parameter comes twice. */
export function readOnce(request: ClientRequest): Parameters {
  const form = readParameters(request.body ?? '');
  if (form.repeated.length === 0) return form;
  throw oauthError(
    'invalid_request',
    `The request repeats ${form.repeated.join(', ')}; send each parameter once.`,
  );
}

/**
 * The form, once its client's budget has room. The budget is that of a client at one address: a client id is no secret, and
 * who only knows it must not be able to use the app's budget up. Client ids there are not share one budget of the address: made
 * up ones bring no more requests and leave no rows.
 */
export async function readClientForm(
  request: ClientRequest,
  reply: FastifyReply,
  { execute, limiter }: { readonly execute: Execute; readonly limiter: RateLimiter },
): Promise<Parameters> {
  await spend(limiter, await payerOf(request, readParameters(request.body ?? ''), execute), reply);
  return readOnce(request);
}

async function payerOf(request: FastifyRequest, form: Parameters, execute: Execute): Promise<string> {
  const address = budgetAddress(request.ip);
  const clientId = claimedClientId(request, form);
  if (clientId === '') return address;
  const { oauthClient: client } = await execute(oauthClientExistsDocument, { clientId }, callerOf(request));
  return client ? `${client.clientId} ${address}` : address;
}

function claimedClientId(request: FastifyRequest, form: Parameters): string {
  const basic = /^Basic +([\w+/=-]{1,2000})$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const [fromBasic] = Buffer.from(basic, 'base64').toString('utf8').split(':', 1);
  const claimed = form.get('client_id') ?? fromBasic ?? '';
  return /^[\w-]{1,100}$/.test(claimed) ? claimed : '';
}
