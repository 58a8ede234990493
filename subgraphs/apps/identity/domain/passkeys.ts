import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { readJson } from '#kit/text.ts';
import { ALGORITHMS, canSign } from './cose-keys.ts';

/** Passkeys of one account. */
export const MOST_PASSKEYS = 10;

/** How long a browser may take to answer. */
export const CHALLENGE_TTL_MS = 5 * 60_000;

/** Characters of what a browser answers. */
const LONGEST_ANSWER = 20_000;

/** Whom a passkey is for: this platform, at the origin of its settings. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** The relying party of an origin. Browsers make passkeys for names, not for IP addresses. */
export const relyingPartyAt = (origin: string): RelyingParty => ({ id: new URL(origin).hostname, origin });

/** A passkey as it is kept: its public half. */
export interface Passkey {
  /** base64url, as the browser names it. */
  readonly credentialId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** How often the authenticator had signed; 0 for those that do not count. */
  readonly counter: number;
  /** How browsers reach it, for example `internal`. */
  readonly transports: readonly string[];
}

/** What a browser answered, and to what. */
interface Answer {
  readonly text: string;
  readonly challenge: string;
  readonly party: RelyingParty;
}

/** A transport as WebAuthn writes it; unknown ones are kept, as it asks. */
const TRANSPORT = /^[a-z][a-z-]{0,29}$/;

const base64url = z.string().max(LONGEST_ANSWER);
const common = { id: base64url, rawId: base64url, type: z.literal('public-key') };
const CREATED = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().regex(TRANSPORT)).max(10).optional(),
  }),
});
const SIGNED = z.object({
  ...common,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
});

const CLIENT_DATA = z.object({
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().max(LONGEST_ANSWER).optional(),
});

/** Whether a browser answered for a page of its own: not in a frame of another origin, whose pages may lead people on. */
function isTopLevel(clientDataJSON: string, origin: string): boolean {
  const parsed = CLIENT_DATA.safeParse(readJson(Buffer.from(clientDataJSON, 'base64url').toString('utf8')));
  if (!parsed.success) return false;
  const { crossOrigin = false, topOrigin = origin } = parsed.data;
  return !crossOrigin && topOrigin === origin;
}

/**
 * The passkey that a browser made for this challenge, at this origin; null where it did not, in a frame of another origin, or with a key
 * that can't sign. One with certificates of its maker is
 * refused: none are asked for, and to check them the library would fetch what they name.
 */
export async function readCreated({ text, challenge, party }: Answer): Promise<Passkey | null> {
  const answer = CREATED.safeParse(jsonOf(text));
  if (!answer.success || !isTopLevel(answer.data.response.clientDataJSON, party.origin)) return null;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  // The library throws for everything it refuses.
  const registration = await orNull(async () => {
    const object = decodeAttestationObject(isoBase64URL.toBuffer(answer.data.response.attestationObject));
    if (object.get('attStmt').get('x5c') !== undefined || object.get('attStmt').get('response') !== undefined)
      return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer.data, clientExtensionResults: {} } as RegistrationResponseJSON, // parsed above
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: [...ALGORITHMS],
    });
    if (!registrationInfo) return null;
    const key: unknown = isoCBOR.decodeFirst(registrationInfo.credential.publicKey);
    return key instanceof Map && canSign(key) ? registrationInfo : null;
  });
  if (!registration) return null;
  const { id: credentialId, publicKey, counter, transports = [] } = registration.credential;
  return { credentialId, publicKey: new Uint8Array(publicKey), counter, transports };
}

/** The credential id that a browser's answer names; null where it is none. */
export function credentialOf(text: string): string | null {
  const answer = SIGNED.safeParse(jsonOf(text));
  return answer.success ? answer.data.id : null;
}

/**
 * The counter of a passkey that signed this challenge, at this origin; null where it did not, or where its counter did not grow: a
 * copy of it signed meanwhile (docs/interface/accounts.md#second-factor).
 */
export async function signedCounter(
  passkey: Passkey,
  { text, challenge, party }: Answer,
): Promise<number | null> {
  const answer = SIGNED.safeParse(jsonOf(text));
  if (!answer.success || !isTopLevel(answer.data.response.clientDataJSON, party.origin)) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  return orNull(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer.data, clientExtensionResults: {} } as AuthenticationResponseJSON, // parsed above
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: passkey.counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  });
}

const jsonOf = (text: string): unknown => (text.length > LONGEST_ANSWER ? null : readJson(text));

const orNull = <T>(read: () => Promise<T>): Promise<T | null> => read().catch(() => null);
