import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import { alert, hidden, page, passkeyForm, passkeyPage } from './layout.ts';

export interface FactorPage {
  readonly csrfToken: string;
  readonly returnTo: string;
  /** Options for the account's passkeys as JSON text; null if it has none. */
  readonly passkey: string | null;
  /** Reason why the last factor was refused; null at first. */
  readonly problem: string | null;
}

/** Asks for the second factor. */
export function factorPage({ csrfToken, returnTo, passkey, problem }: FactorPage): Html {
  const path = '/login/second-factor';
  const fields = { csrf_token: csrfToken, return_to: returnTo };
  const code = html`<p class="quiet">Enter a code from your authenticator app, or one of your recovery codes.</p>
<form method="post" action="${path}">
  ${hidden(fields)}
  <label for="code">Code</label>
  <input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required maxlength="40">
  <div class="actions"><button type="submit"${passkey === null ? html` class="primary"` : ''}>Sign in</button><a class="button" href="/login?another=1">Start over</a></div>
</form>`;
  if (passkey === null) {
    return page(
      'Enter your code',
      html`<h1>Enter your code</h1>
${alert(problem)}
${code}`,
    );
  }
  return passkeyPage(
    "Confirm it's you",
    html`<h1>Confirm it's you</h1>
${alert(problem)}
${passkeyForm({
  path,
  action: 'get',
  options: passkey,
  fields,
  content: html`<div class="actions"><button type="submit" class="primary">Use a passkey</button></div>`,
})}
${code}`,
  );
}
