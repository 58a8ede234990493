import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import { hidden, page } from './layout.ts';

/** Links about an account's address or second factors. */
export type AddressPurpose = 'change' | 'undo' | 'stop';

interface Words {
  readonly title: string;
  readonly text: (email: string | null) => Html;
  readonly button: string;
}

const WORDS: Readonly<Record<AddressPurpose, Words>> = {
  change: {
    title: 'Confirm your new address',
    text: (email) => html`From then on, you sign in with <strong>${email}</strong>.`,
    button: 'Confirm address',
  },
  undo: {
    title: 'Restore your address',
    text: (email) =>
      html`You'll sign in with <strong>${email}</strong> again. You'll be signed out everywhere, access tokens will be revoked, second factors added since the change will be removed, and you'll choose a new password.`,
    button: 'Restore address',
  },
  stop: {
    title: 'Stop the change',
    text: (email) =>
      html`${email === null ? 'The new second factor will be removed.' : html`Your account's address won't change to <strong>${email}</strong>.`} Second factors added since will be removed, you'll be signed out everywhere, and you'll choose a new password.`,
    button: 'Stop the change',
  },
};

export interface AddressPage {
  readonly purpose: AddressPurpose;
  readonly csrfToken: string;
  /** Affected address; null if the link only stops second factors. */
  readonly email: string | null;
  readonly path: string;
}

/** Asks before confirming or restoring an account's address. */
export function addressPage({ purpose, csrfToken, email, path }: AddressPage): Html {
  const { title, text, button } = WORDS[purpose];
  return page(
    title,
    html`<h1>${title}</h1>
<p>${text(email)}</p>
<form method="post" action="${path}">
  ${hidden({ csrf_token: csrfToken })}
  <div class="actions"><button type="submit" class="primary">${button}</button></div>
</form>`,
  );
}

/** Reports that the address has changed. */
export const addressDonePage = ({ email }: { readonly email: string }): Html =>
  page(
    'Address changed',
    html`<h1>Address changed</h1>
<p>You now sign in with <strong>${email}</strong>.</p>
<div class="actions"><a class="button primary" href="/account/security">Account security</a></div>`,
  );
