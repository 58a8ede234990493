import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import { alert, hidden, newPasswordField, page } from './layout.ts';

/** Renders the page for people who forgot their password. */
export const forgotPage = ({ csrfToken }: { readonly csrfToken: string }): Html =>
  page(
    'Forgot your password?',
    html`<h1>Forgot your password?</h1>
<p class="quiet">We'll email you a link to choose a new one.</p>
<form method="post" action="/forgot">
  ${hidden({ csrf_token: csrfToken })}
  <label for="email">Email</label>
  <input id="email" name="email" type="email" autocomplete="username" required maxlength="254">
  <div class="actions"><button type="submit" class="primary">Send link</button><a class="button" href="/login">Back to sign-in</a></div>
</form>`,
  );

/** Renders the same response to every sign-up and every forgotten password. */
export const mailboxPage = (): Html =>
  page(
    'Check your mailbox',
    html`<h1>Check your mailbox</h1>
<p>We've sent you an email with a link. It may take a minute to arrive, and it may be in your spam folder.</p>
<p class="quiet small">No email? Check the address and try again, or <a href="/login">sign in</a>.</p>`,
  );

/** Renders the page that sets a new password through an emailed link, or through an operator's printed link. */
export const resetPage = ({
  csrfToken,
  path,
  accessTokens,
  revokeTokens = false,
  removesFactors = false,
  problem,
}: {
  readonly csrfToken: string;
  readonly path: string;
  /** Number of active access tokens. */
  readonly accessTokens: number;
  /** The default choice, or the choice in the previous attempt. */
  readonly revokeTokens?: boolean;
  /** True if the link also removes the second factors. */
  readonly removesFactors?: boolean;
  readonly problem: string | null;
}): Html =>
  page(
    'Choose a password',
    html`<h1>Choose a password</h1>
<p class="quiet">You'll be signed out everywhere${removesFactors ? ', and your second factors will be removed' : ''}.</p>
${alert(problem)}
<form method="post" action="${path}">
  ${hidden({ csrf_token: csrfToken })}
  ${newPasswordField('New password')}
  ${accessTokens === 0 ? '' : tokenChoice(accessTokens, revokeTokens)}
  <div class="actions"><button type="submit" class="primary">Save password</button></div>
</form>`,
  );

const tokensInWords = (count: number): string => (count === 1 ? '1 access token' : `${count} access tokens`);

/** Access tokens are used by programs, which fail without them. */
const tokenChoice = (accessTokens: number, revoke: boolean): Html => html`<fieldset>
    <legend>Your account has ${tokensInWords(accessTokens)}</legend>
    <label class="choice"><input type="radio" name="access_tokens" value="keep"${revoke ? '' : html` checked`}> <span>Keep ${accessTokens === 1 ? 'it' : 'them'}: your programs keep working</span></label>
    <label class="choice"><input type="radio" name="access_tokens" value="revoke"${revoke ? html` checked` : ''}> <span>Revoke ${accessTokens === 1 ? 'it' : 'them'}: choose this if someone else might know your password</span></label>
  </fieldset>`;

/** Reports that the password has been changed through an emailed link. */
export const resetDonePage = ({
  accessTokens,
  revokedTokens,
}: {
  readonly accessTokens: number;
  readonly revokedTokens: number;
}): Html =>
  page(
    'Password changed',
    html`<h1>Password changed</h1>
<p>You've been signed out everywhere. Sign in with your new password.</p>
${
  accessTokens === 0
    ? ''
    : html`<p>${tokensInWords(accessTokens)} still ${accessTokens === 1 ? 'works' : 'work'}. Revoke the ones you don't recognise under <em>Team</em>.</p>`
}
${revokedTokens === 0 ? '' : html`<p>${tokensInWords(revokedTokens)} ${revokedTokens === 1 ? 'was' : 'were'} revoked.</p>`}
<div class="actions"><a class="button primary" href="/login">Sign in</a></div>`,
  );
