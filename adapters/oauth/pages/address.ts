import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import { hidden, page } from './layout.ts';

export interface AddressPage {
  readonly purpose: 'change' | 'undo';
  readonly csrfToken: string;
  readonly email: string;
  readonly path: string;
}

/** Asks before an address of an account is confirmed or restored. */
export function addressPage({ purpose, csrfToken, email, path }: AddressPage): Html {
  const title = purpose === 'change' ? 'Confirm your new address' : 'Restore your address';
  const text =
    purpose === 'change'
      ? html`From then on you sign in with <strong>${email}</strong>.`
      : html`You sign in with <strong>${email}</strong> again. You are signed out everywhere, access tokens are revoked, and you choose a new password.`;
  return page(
    title,
    html`<h1>${title}</h1>
<p>${text}</p>
<form method="post" action="${path}">
  ${hidden({ csrf_token: csrfToken })}
  <div class="actions"><button type="submit" class="primary">${purpose === 'change' ? 'Confirm address' : 'Restore address'}</button></div>
</form>`,
  );
}

/** The address was changed. */
export const addressDonePage = ({ email }: { readonly email: string }): Html =>
  page(
    'Address changed',
    html`<h1>Address changed</h1>
<p>You sign in with <strong>${email}</strong> now.</p>
<div class="actions"><a class="button primary" href="/account/security">Security of your account</a></div>`,
  );
