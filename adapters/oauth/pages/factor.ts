import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import { alert, hidden, page } from './layout.ts';

export interface FactorPage {
  readonly csrfToken: string;
  readonly returnTo: string;
  /** Why the last code was refused; null at first. */
  readonly problem: string | null;
}

/** Asks for the second factor. */
export const factorPage = ({ csrfToken, returnTo, problem }: FactorPage): Html =>
  page(
    'Enter your code',
    html`<h1>Enter your code</h1>
<p class="quiet">From your authenticator app, or one of your recovery codes.</p>
${alert(problem)}
<form method="post" action="/login/second-factor">
  ${hidden({ csrf_token: csrfToken, return_to: returnTo })}
  <label for="code">Code</label>
  <input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" required maxlength="40">
  <div class="actions"><button type="submit" class="primary">Sign in</button><a class="button" href="/login?another=1">Start over</a></div>
</form>`,
  );
