import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import { alert, hidden, newPasswordField, page } from './layout.ts';

export interface SignUpPage {
  readonly csrfToken: string;
  /** Previously typed code; empty at first. */
  readonly name: string;
  readonly email: string;
  /** Reason why the last attempt failed; null at first. */
  readonly problem: string | null;
}

/** Creates an account with an email address. */
export function signUpPage({ csrfToken, name, email, problem }: SignUpPage): Html {
  return page(
    'Create an account',
    html`<h1>Create an account</h1>
<p class="quiet">Already have an account? <a href="/login">Sign in</a>.</p>
${alert(problem)}
<form method="post" action="/signup">
  ${hidden({ csrf_token: csrfToken })}
  <label for="email">Email</label>
  <input id="email" name="email" type="email" value="${email}" autocomplete="username" required maxlength="254">
  <label for="name">Your name</label>
  <input id="name" name="name" type="text" value="${name}" autocomplete="name" required maxlength="100">
  ${newPasswordField('Password')}
  <div class="actions"><button type="submit" class="primary">Create account</button></div>
</form>
<p class="quiet small">We'll email you a link to confirm your address.</p>`,
  );
}

/** Renders the page shown if accounts are by invitation only. */
export const signUpClosedPage = (): Html =>
  page(
    'By invitation only',
    html`<h1>By invitation only</h1>
<p>You need an invitation to create an account here. Ask a team to invite you, or <a href="/login">sign in</a>.</p>`,
  );

/** Renders the page that confirms an address. It has a button because programs that scan emails follow links. */
export const verifyPage = ({
  csrfToken,
  path,
}: {
  readonly csrfToken: string;
  readonly path: string;
}): Html =>
  page(
    'Confirm your address',
    html`<h1>Confirm your address</h1>
<p>Confirm that this address is yours to start using your account.</p>
<form method="post" action="${path}">
  ${hidden({ csrf_token: csrfToken })}
  <div class="actions"><button type="submit" class="primary">Confirm address</button></div>
</form>`,
  );
