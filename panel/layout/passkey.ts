import { msg, t } from '@lingui/core/macro';
import { mutate } from '../api/client.ts';
import { RequestFailed } from '../api/errors.ts';
import { translated } from '../i18n/translated.ts';
import { stepUpPasskeyDocument } from './generated.ts';

/** True if this browser supports the passkey request. */
export const canShowPasskey = (): boolean =>
  typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';

/**
 * Requests an account passkey from the browser, valid only for this page's session. Returns the credential as
 * JSON text.
 */
export async function showPasskey(): Promise<string> {
  const { passkeyAsk } = await mutate(stepUpPasskeyDocument, {}, '');
  if (passkeyAsk.options === null) throw new RequestFailed(0, t`Your account no longer has a passkey.`);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(JSON.parse(passkeyAsk.options));
  try {
    const credential = await navigator.credentials.get({ publicKey });
    if (credential instanceof PublicKeyCredential) return JSON.stringify(credential.toJSON());
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : '';
    throw new RequestFailed(0, WORDS[name] ?? t(FAILED), { cause });
  }
  throw new RequestFailed(0, t(FAILED));
}

const FAILED = msg`The passkey didn't work. Try again.`;
const WORDS: Readonly<Record<string, string>> = translated({
  NotAllowedError: msg`The browser didn't confirm a passkey. Try again.`,
  SecurityError: msg`Passkeys only work at this platform's own address. Open the panel there.`,
});
