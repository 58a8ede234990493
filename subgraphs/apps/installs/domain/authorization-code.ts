/** A code and its bindings. */
export interface IssuedCode {
  readonly appId: number;
  readonly redirectUri: string;
  /** PKCE S256 challenge; null if the app sent none. */
  readonly codeChallenge?: string | null | undefined;
  readonly expiresAt: Date;
  readonly consumedAt?: Date | null | undefined;
}

/** An attempt to exchange a code. */
export interface Exchange {
  readonly appId: number;
  readonly redirectUri: string;
  /** S256 challenge from the verifier; null if none was sent. */
  readonly verifierChallenge: string | null;
  readonly now: Date;
}

/** Outcome of an exchange; `reused` also revokes the first exchange's token. */
export type Verdict =
  | { readonly kind: 'redeem' }
  | { readonly kind: 'reused' | 'refused'; readonly message: string };

/** A client that repeats its own request within this time after the first response keeps its token. */
const REPEATS_WITHIN_MS = 2_000;

const refused = (message: string): Verdict => ({ kind: 'refused', message });

/**
 * Decides an exchange: a code can be exchanged only by its app, with its redirect URI and its challenge's
 * verifier, once, and before expiry (docs/interface/oauth.md#code; RFC 7636).
 */
export function judgeCode(code: IssuedCode | null, exchange: Exchange): Verdict {
  if (!code || code.appId !== exchange.appId) return refused("The code wasn't issued to this app.");
  if (code.consumedAt) {
    if (exchange.now.getTime() - code.consumedAt.getTime() <= REPEATS_WITHIN_MS) {
      return refused('The code has just been used.');
    }
    return { kind: 'reused', message: 'The code was already used. The token issued for it is now revoked.' };
  }
  if (code.expiresAt <= exchange.now) return refused('The code has expired. Ask the host again.');
  if (code.redirectUri !== exchange.redirectUri) {
    return refused('The redirect_uri differs from the address that the code was sent to.');
  }
  if ((code.codeChallenge ?? null) !== exchange.verifierChallenge) {
    return refused("The code_verifier doesn't match the code_challenge.");
  }
  return { kind: 'redeem' };
}
