import type { WebhookResources } from './generated.ts';
import { SignatureError, type SignedRequest, verifySigned } from './signature.ts';

/** A topic that an app can list in `webhooks`. */
export type Topic = keyof WebhookResources;

/** A webhook's body. Comparing `topic` narrows the type of `resource`. */
export type Envelope<Name extends Topic = Topic> = { readonly [T in Name]: EnvelopeOf<T> }[Name];

interface EnvelopeOf<Name extends Topic> {
  /** Same for every attempt; use it for deduplication. */
  readonly event_id: string;
  readonly topic: Name;
  /** ISO 8601 timestamp. */
  readonly occurred_at: string;
  /** Dated version that determines the shape of `resource`. */
  readonly api_version: string;
  /** The team's slug, which identifies the install. */
  readonly team: string;
  readonly resource: WebhookResources[Name];
}

/**
 * Verifies that a webhook is from the platform and returns its envelope. Throws SignatureError otherwise: for
 * a missing header, a timestamp that differs too much, an unknown team, or a signature that doesn't match.
 */
export async function verifyWebhook(request: SignedRequest): Promise<Envelope> {
  const body = await verifySigned(request, teamOf);
  if (!isEnvelope(body)) throw new SignatureError('bad_body', "The body isn't a webhook envelope.");
  return body;
}

const teamOf = (body: unknown) => (isObject(body) ? body.team : undefined);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The platform signed it, so `resource` is trusted to match `topic`. */
const isEnvelope = (body: unknown): body is Envelope =>
  isObject(body) &&
  ['event_id', 'topic', 'team'].every((key) => typeof body[key] === 'string') &&
  isObject(body.resource);
