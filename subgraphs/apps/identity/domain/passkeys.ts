import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { z } from 'zod';
import { readJson } from '#kit/text.ts';
import { ALGORITHMS, canSign } from './cose-keys.ts';

/** Maximum number of passkeys per account. */
export const MOST_PASSKEYS = 10;

/** Time limit for the browser's response. */
export const CHALLENGE_TTL_MS = 5 * 60_000;

/** Longest browser response, in characters. */
const LONGEST_ANSWER = 20_000;

/** Relying party for passkeys: this platform, at the configured origin. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Returns an origin's relying party. Browsers create passkeys for host names, not for IP addresses. */
export const relyingPartyAt = (origin: string): RelyingParty => ({ id: new URL(origin).hostname, origin });

/** A stored passkey: its public half. */
export interface Passkey {
  /** The browser's id for the passkey, base64url. */
  readonly credentialId: string;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  /** The authenticator's signature count; 0 if it doesn't count. */
  readonly counter: number;
  /** Transports that browsers use, e.g. `internal`. */
  readonly transports: readonly string[];
}

/** A browser's response and its challenge. */
interface Answer {
  readonly text: string;
  readonly challenge: string;
  readonly party: RelyingParty;
}

/** A transport in WebAuthn's format; unknown ones are kept, as WebAuthn requires. */
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

/** True if the browser responded for a top-level page: pages in another origin's frame may deceive people. */
function isTopLevel(clientDataJSON: string, origin: string): boolean {
  const parsed = CLIENT_DATA.safeParse(readJson(Buffer.from(clientDataJSON, 'base64url').toString('utf8')));
  if (!parsed.success) return false;
  const { crossOrigin = false, topOrigin = origin } = parsed.data;
  return !crossOrigin && topOrigin === origin;
}

/**
 * Returns the passkey that a browser created for this challenge, at this origin; null otherwise, including in
 * another origin's frame and for keys that can't sign. Refuses attestation certificates: they aren't
 * requested, and to verify them the library would fetch URLs they contain.
 */
export async function readCreated({ text, challenge, party }: Answer): Promise<Passkey | null> {
  const answer = CREATED.safeParse(jsonOf(text));
  if (!answer.success || !isTopLevel(answer.data.response.clientDataJSON, party.origin)) return null;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  // The library throws on any refusal.
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

/** Returns the credential id in a browser's response; null if it has none. */
export function credentialOf(text: string): string | null {
  const answer = SIGNED.safeParse(jsonOf(text));
  return answer.success ? answer.data.id : null;
}

/**
 * Returns the counter of a passkey that signed this challenge, at this origin; null if it didn't, or if its
 * counter hasn't increased, which means that a copy has signed (docs/interface/accounts.md#second-factor).
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
