import { html } from 'hono/html';
import { wordsOf } from '#kit/permission-words.ts';
import type { Html } from '../../page/shell.ts';
import { alert, hidden, page } from './layout.ts';

export interface ConsentPage {
  readonly appName: string;
  readonly developer: string;
  readonly teamName: string;
  readonly isInstalled: boolean;
  /** Scopes and capabilities asked for now. */
  readonly asked: readonly string[];
  /** Those the install holds. */
  readonly held: readonly string[];
  /** Host name the browser goes back to. */
  readonly returnsTo: string;
  /** The authorization request, the team, the version and the CSRF token. */
  readonly fields: Readonly<Record<string, string>>;
  readonly problem: string | null;
}

/** What the app will be able to do, in plain words, what is new marked. */
export function consentPage(consent: ConsentPage): Html {
  const { appName, developer, teamName, isInstalled, asked, held, returnsTo, fields, problem } = consent;
  const kept = held.filter((permission) => !asked.includes(permission));
  return page(
    `Allow ${appName}?`,
    html`<p class="eyebrow">Connect an app to ${teamName}</p>
<h1>Allow ${appName}?</h1>
<p class="quiet">by ${developer}${isInstalled ? '. It is connected already; earlier permissions stay.' : ''}</p>
${alert(problem)}
<h2>${appName} will be able to</h2>
${asked.length ? list(asked, isInstalled ? held : null) : html`<p>Nothing beyond knowing that it is connected.</p>`}
${kept.length ? html`<h2>It keeps</h2>${list(kept, null)}` : ''}
<form method="post" action="/oauth/authorize/decision">
  ${hidden(fields)}
  <div class="actions"><button type="submit" name="decision" value="approve" class="primary">Allow</button><button type="submit" name="decision" value="deny">Deny</button></div>
</form>
<p class="quiet small">Either way you go back to ${returnsTo}.</p>`,
  );
}

/** Permissions in words; where `held` is given, those not in it are marked as new. */
function list(permissions: readonly string[], held: readonly string[] | null): Html {
  return html`<ul class="permissions">${permissions.map((permission) => {
    const { title, text } = wordsOf(permission);
    const isNew = held !== null && !held.includes(permission);
    return html`<li><strong>${title}</strong>${isNew ? html` <span class="new">New</span>` : ''}<small>${text}</small></li>`;
  })}</ul>`;
}
