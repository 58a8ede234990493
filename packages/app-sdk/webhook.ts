import type { WebhookResources } from './generated.ts';
import { SignatureError, type SignedRequest, verifySigned } from './signature.ts';

/** A topic that an app may list in `webhooks`. */
export type Topic = keyof WebhookResources;

/** What a webhook carries. Comparing `topic` narrows the type of `resource`. */
export type Envelope<Name extends Topic = Topic> = { readonly [T in Name]: EnvelopeOf<T> }[Name];

interface EnvelopeOf<Name extends Topic> {
  /** The same for every attempt: use it to de-duplicate. */
  readonly event_id: string;
  readonly topic: Name;
  /** ISO 8601 instant. */
  readonly occurred_at: string;
  /** The dated version whose shapes `resource` has. */
  readonly api_version: string;
  /** Slug of the team: it finds the install. */
  readonly team: string;
  readonly resource: WebhookResources[Name];
}

/**
 * Proves that a webhook comes from the platform and returns its envelope. Throws SignatureError for anything else: a missing
 * header, a timestamp too far off, a team you do not know, a signature that does not fit.
 */
export async function verifyWebhook(request: SignedRequest): Promise<Envelope> {
  const body = await verifySigned(request, teamOf);
  if (!isEnvelope(body)) throw new SignatureError('bad_body', 'The body is no envelope of a webhook.');
  return body;
}

const teamOf = (body: unknown) => (isObject(body) ? body.team : undefined);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The platform signed it, so what `topic` promises of `resource` is believed. */
const isEnvelope = (body: unknown): body is Envelope =>
  isObject(body) &&
  ['event_id', 'topic', 'team'].every((key) => typeof body[key] === 'string') &&
  isObject(body.resource);
