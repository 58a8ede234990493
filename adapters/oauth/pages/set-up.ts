import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import { alert, hidden, newPasswordField, page } from './layout.ts';

export interface SetUpPage {
  readonly csrfToken: string;
  /** The link's path. */
  readonly path: string;
  /** Previously typed code; empty at first. */
  readonly name: string;
  readonly email: string;
  readonly team: string;
  /** Reason why the last attempt failed; null at first. */
  readonly problem: string | null;
}

/** Creates the platform's first account: its operator, with a team. */
export function setUpPage({ csrfToken, path, name, email, team, problem }: SetUpPage): Html {
  return page(
    'Set up',
    html`<p class="eyebrow">Getting started</p>
<h1>Set up</h1>
<p class="quiet">Your account operates the platform. The team is your company, which properties and bookings belong to.</p>
${alert(problem)}
<form method="post" action="${path}">
  ${hidden({ csrf_token: csrfToken })}
  <label for="email">Email</label>
  <input id="email" name="email" type="email" value="${email}" autocomplete="username" required maxlength="254">
  <label for="name">Your name</label>
  <input id="name" name="name" type="text" value="${name}" autocomplete="name" required maxlength="100">
  ${newPasswordField('Password')}
  <label for="team">Team</label>
  <input id="team" name="team" type="text" value="${team}" autocomplete="organization" required maxlength="100" placeholder="Lakeside Stays">
  <div class="actions"><button type="submit" class="primary">Create account and team</button></div>
</form>`,
  );
}
