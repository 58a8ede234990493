import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import { alert, hidden, page, passkeyForm, passkeyPage } from './layout.ts';

/** Renders the page that names a new passkey and requests it from the browser. */
export const newPasskeyPage = ({
  csrfToken,
  options,
}: {
  readonly csrfToken: string;
  readonly options: string;
}): Html =>
  passkeyPage(
    'Add a passkey',
    html`<h1>Add a passkey</h1>
<p>Your device will ask for your fingerprint, your face, its PIN or a security key.</p>
${passkeyForm({
  path: '/account/security/passkeys/new',
  action: 'create',
  options,
  fields: { csrf_token: csrfToken },
  content: html`<label for="name">Name</label>
  <input id="name" name="name" type="text" value="Passkey" required maxlength="60" aria-describedby="name-hint">
  <small id="name-hint">To recognise it later, for example "My laptop".</small>
  <div class="actions"><button type="submit" class="primary">Continue</button></div>`,
})}
<p class="small">Passkeys need JavaScript and a recent browser. <a href="/account/security">Back</a></p>`,
  );

export interface LastFactorPage {
  readonly csrfToken: string;
  readonly id: string;
  /** Options for the account's passkeys, as JSON text; null if it has none. */
  readonly passkey: string | null;
  /** Reason why the factor wasn't removed; null at first. */
  readonly problem: string | null;
}

/** Asks for the password and the factor before removing the last second factor. */
export function lastFactorPage({ csrfToken, id, passkey, problem }: LastFactorPage): Html {
  const path = '/account/security/passkeys/remove';
  const fields = { csrf_token: csrfToken, id };
  const password = (field: string) => html`<label for="${field}">Your password</label>
  <input id="${field}" name="password" type="password" autocomplete="current-password" required maxlength="1000">`;
  const main = html`<h1>Remove the last factor?</h1>
<p>After that, your password is enough to sign in, and your recovery codes no longer work.</p>
${alert(problem)}
${
  passkey === null
    ? ''
    : passkeyForm({
        path,
        action: 'get',
        options: passkey,
        fields,
        content: html`${password('password')}
  <div class="actions"><button type="submit" class="primary">Confirm with the passkey</button></div>`,
      })
}
<h2>With a recovery code instead</h2>
<form method="post" action="${path}">
  ${hidden(fields)}
  ${password('password_for_code')}
  <label for="code">Recovery code</label>
  <input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required maxlength="40">
  <div class="actions"><button type="submit">Remove</button><a class="button" href="/account/security">Cancel</a></div>
</form>`;
  return passkey === null
    ? page('Remove the last factor', main)
    : passkeyPage('Remove the last factor', main);
}
