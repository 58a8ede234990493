import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import type { OauthChoicesQuery } from '../generated.ts';
import { alert, hidden, page } from './layout.ts';

/** A host's team, as a place to install the app. */
export type Choice = NonNullable<OauthChoicesQuery['oauthClient']>['choices'][number];

export interface TeamPicker {
  readonly appName: string;
  readonly developer: string;
  readonly email: string;
  readonly choices: readonly Choice[];
  /** The authorization request and the CSRF token. */
  readonly fields: Readonly<Record<string, string>>;
  /** Redirects to the app with `access_denied`. */
  readonly denyUrl: string;
  /** URL that switches accounts and returns here. */
  readonly otherAccountUrl: string;
  readonly problem: string | null;
}

/** Lets the host pick a team for the app. Preselects the first team that can have it. */
export function teamPickerPage(picker: TeamPicker): Html {
  const { appName, developer, email, choices, fields, denyUrl, otherAccountUrl, problem } = picker;
  const first = choices.find(({ refusal }) => refusal === null);
  return page(
    `Connect ${appName}`,
    html`<p class="eyebrow">Connect an app</p>
<h1>${appName}</h1>
<p class="quiet">by ${developer}. You're signed in as ${email}; <a href="${otherAccountUrl}">use another account</a>.</p>
${alert(problem)}
${
  first
    ? html`<form method="post" action="/oauth/authorize/team">
  ${hidden(fields)}
  <fieldset>
    <legend>Which team is it for?</legend>
    ${choices.map((choice) => radio(choice, choice === first))}
  </fieldset>
  <div class="actions"><button type="submit" class="primary">Continue</button><a class="button" href="${denyUrl}">Cancel</a></div>
</form>`
    : html`<p class="alert">None of your teams can have this app. ${choices[0]?.refusal ?? "You aren't a member of any team."}</p>
<p><a class="button" href="${denyUrl}">Back to ${appName}</a></p>`
}`,
  );
}

function radio({ team, refusal, isInstalled }: Choice, checked: boolean): Html {
  const note = refusal ?? (isInstalled ? 'Already connected' : '');
  return html`<label class="choice${refusal === null ? '' : ' off'}">
      <input type="radio" name="team" value="${team.slug}" required${checked ? html` checked` : ''}${refusal === null ? '' : html` disabled`}>
      <span><strong>${team.name}</strong><small>${note}</small></span>
    </label>`;
}
