import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import type { OpenInvitationQuery } from '../generated.ts';
import { alert, hidden, page } from './layout.ts';

/** An invitation's team and sender. */
export type Invitation = NonNullable<OpenInvitationQuery['teamInvitation']>;

export interface JoinPage {
  readonly invitation: Invitation;
  /** The link's path. */
  readonly path: string;
  readonly csrfToken: string;
  /** URL that signs in, or switches accounts, and returns here. */
  readonly signInUrl: string;
  /** Reason why the last attempt failed; null at first. */
  readonly problem: string | null;
}

const heading = ({
  teamName,
  invitedBy,
}: Invitation): Html => html`<p class="eyebrow">${invitedBy} invites you</p>
<h1>Join ${teamName}?</h1>`;

/** Role on the team, with its permissions. */
const AS_ROLE: Readonly<Record<Invitation['role'], string>> = {
  owner: 'an owner: you can see and change everything on the team',
  manager: "a manager: you can see and change everything except secrets, paid apps and members' roles",
  front_desk: 'front desk: you can see bookings, guests and tasks, close nights and mark bookings as paid',
  housekeeping: "housekeeping: you can see today's arrivals and departures, open tasks and your own tasks",
  revenue: 'revenue: you can change rates and the calendar, and see bookings without contact details',
  developer: 'a developer: you can only install your own apps on the team',
};

/** Asks the signed-in person to join. */
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
<p class="quiet">You're signed in as ${email}; <a href="${signInUrl}">use another account</a>.</p>
${alert(problem)}
<p>You join as ${AS_ROLE[invitation.role]}. Members of the team can see your name and email address.</p>
<form method="post" action="${path}">
  ${hidden({ csrf_token: csrfToken })}
  <div class="actions"><button type="submit" class="primary">Join</button><a class="button" href="/panel">Not now</a></div>
</form>`,
  );
}

/** Renders the page shown to members: the invitation stays open for its recipient. */
export function memberPage({ teamName, team }: Invitation): Html {
  return page(
    teamName,
    html`<h1>You're already a member of ${teamName}</h1>
<p>The link still works for the person it's meant for.</p>
<div class="actions"><a class="button" href="/panel?team=${team}">Go to the panel</a></div>`,
  );
}

/** Renders the page for signed-out visitors, who can create an account and join, or sign in. */
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
<p class="quiet">Already have an account? <a href="${signInUrl}">Sign in</a> to join with it.</p>
${alert(problem)}
<form method="post" action="${path}/account">
  ${hidden({ csrf_token: csrfToken })}
  <label for="name">Your name</label>
  <input id="name" name="name" type="text" value="${name}" autocomplete="name" required maxlength="100">
  <label for="email">Email</label>
  <input id="email" name="email" type="email" value="${email}" autocomplete="username" required maxlength="254">
  <label for="password">Password</label>
  <input id="password" name="password" type="password" autocomplete="new-password" required minlength="10" maxlength="200" aria-describedby="password-hint">
  <small id="password-hint">At least 10 characters.</small>
  <div class="actions"><button type="submit" class="primary">Create account and join</button></div>
</form>
<p class="quiet small">You join as ${AS_ROLE[invitation.role]}. Members of ${invitation.teamName} can see your name and email address.</p>`,
  );
}
