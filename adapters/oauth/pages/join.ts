import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import type { OpenInvitationQuery } from '../generated.ts';
import { alert, hidden, page } from './layout.ts';

/** Which team somebody was invited to, and by whom. */
export type Invitation = NonNullable<OpenInvitationQuery['teamInvitation']>;

export interface JoinPage {
  readonly invitation: Invitation;
  /** Path of the link. */
  readonly path: string;
  readonly csrfToken: string;
  /** Signs in, or in as somebody else, and comes back. */
  readonly signInUrl: string;
  /** Why the last attempt failed; null at first. */
  readonly problem: string | null;
}

const heading = ({
  teamName,
  invitedBy,
}: Invitation): Html => html`<p class="eyebrow">${invitedBy} invites you</p>
<h1>Join ${teamName}?</h1>`;

/** Asks whoever is signed in whether to join. */
export function joinPage({
  invitation,
  path,
  csrfToken,
  signInUrl,
  problem,
  email,
}: JoinPage & { readonly email: string }): Html {
  return page(
    `Join ${invitation.teamName}`,
    html`${heading(invitation)}
<p class="quiet">You are signed in as ${email}; <a href="${signInUrl}">use another account</a>.</p>
${alert(problem)}
<p>You will see and change everything of the team: its bookings, rates, tasks and apps. Its members see your name and e-mail address.</p>
<form method="post" action="${path}">
  ${hidden({ csrf_token: csrfToken })}
  <div class="actions"><button type="submit" class="primary">Join</button><a class="button" href="/panel">Not now</a></div>
</form>`,
  );
}

/** For a member already: the invitation stays for whom it is meant. */
export function memberPage({ teamName, team }: Invitation): Html {
  return page(
    teamName,
    html`<h1>You belong to ${teamName} already</h1>
<p>The link still works for whom it is meant.</p>
<div class="actions"><a class="button" href="/panel?team=${team}">To the panel</a></div>`,
  );
}

/** For somebody who is not signed in: makes an account and joins, or leads to the sign-in. */
export function signUpPage({
  invitation,
  path,
  csrfToken,
  signInUrl,
  problem,
  name,
  email,
}: JoinPage & { readonly name: string; readonly email: string }): Html {
  return page(
    `Join ${invitation.teamName}`,
    html`${heading(invitation)}
<p class="quiet">You have an account? <a href="${signInUrl}">Sign in</a> to join with it.</p>
${alert(problem)}
<form method="post" action="${path}/account">
  ${hidden({ csrf_token: csrfToken })}
  <label for="name">Your name</label>
  <input id="name" name="name" type="text" value="${name}" autocomplete="name" required maxlength="100">
  <label for="email">E-mail</label>
  <input id="email" name="email" type="email" value="${email}" autocomplete="username" required maxlength="254">
  <label for="password">Password</label>
  <input id="password" name="password" type="password" autocomplete="new-password" required minlength="10" maxlength="200" aria-describedby="password-hint">
  <small id="password-hint">At least 10 characters.</small>
  <div class="actions"><button type="submit" class="primary">Make an account and join</button></div>
</form>
<p class="quiet small">The members of ${invitation.teamName} see your name and e-mail address.</p>`,
  );
}
