import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import { alert, hidden, page } from './layout.ts';

export interface Login {
  readonly csrfToken: string;
  readonly returnTo: string;
  /** True if anyone can create an account. */
  readonly signUpOpen: boolean;
  /** Previously typed code; empty at first. */
  readonly email: string;
  /** Reason why the last attempt failed; null at first. */
  readonly problem: string | null;
}

/** Renders the host panel's sign-in page. */
export function loginPage({ csrfToken, returnTo, signUpOpen, email, problem }: Login): Html {
  return page(
    'Sign in',
    html`<h1>Sign in</h1>
<p class="quiet">Your properties, bookings and apps.</p>
${alert(problem)}
<form method="post" action="/login">
  ${hidden({ csrf_token: csrfToken, return_to: returnTo })}
  <label for="email">Email</label>
  <input id="email" name="email" type="email" value="${email}" autocomplete="username" required maxlength="254">
  <label for="password">Password</label>
  <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1000">
  <div class="actions"><button type="submit" class="primary">Sign in</button></div>
</form>
<p class="small"><a href="/forgot">Forgot your password?</a>${signUpOpen ? html` · <a href="/signup">Create an account</a>` : ''}</p>`,
  );
}
