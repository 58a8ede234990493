import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import type { AllowedFragment, ClientFragment } from '../generated.ts';
import { alert, hidden, page } from './layout.ts';
import { type SettingsPart, settingFields } from './settings.ts';

type ListingFragment = NonNullable<ClientFragment['listing']>;

export interface ConsentPage {
  readonly appName: string;
  readonly developer: string;
  /** The developer's published listing for the app; null if it isn't published. */
  readonly listing: ListingFragment | null;
  readonly teamName: string;
  readonly isInstalled: boolean;
  /** Permissions requested by the app now. */
  readonly asks: readonly AllowedFragment[];
  /** Further permissions that the app's install already has. */
  readonly keeps: readonly AllowedFragment[];
  /** Task types that the app adds. */
  readonly taskTypes: readonly { readonly name: string; readonly text: string }[];
  /** Host name of the return address. */
  readonly returnsTo: string;
  /** The authorization request, the team, the version and the CSRF token. */
  readonly fields: Readonly<Record<string, string>>;
  readonly problem: string | null;
  /** Settings that the app needs; null if it needs none. */
  readonly asked: SettingsPart | null;
}

/** Explains in plain words what the app will be able to do, and marks new permissions. */
export function consentPage(consent: ConsentPage): Html {
  const { appName, developer, listing, teamName, isInstalled, asks, keeps, taskTypes } = consent;
  const { returnsTo, fields, problem, asked } = consent;
  return page(
    `Allow ${appName}?`,
    html`<p class="eyebrow">Connect an app to ${teamName}</p>
<div class="app">
  ${listing?.icon ? html`<img src="/media/apps/${listing.icon.sha256}/128" alt="" width="64" height="64">` : ''}
  <div>
    <h1>Allow ${appName}?</h1>
    <p class="quiet">by ${developer}${isInstalled ? ". It's already connected and keeps its earlier permissions." : ''}</p>
  </div>
</div>
${listing?.tagline ? html`<p>${listing.tagline}</p>` : ''}
${alert(problem)}
<h2>${appName} will be able to</h2>
${asks.length ? list(asks) : html`<p>Nothing except see that it's connected.</p>`}
${taskTypes.length ? html`<h2>It adds these task types</h2>${list(taskTypes.map(({ name, text }) => ({ title: name, text, isNew: false })))}` : ''}
${keeps.length ? html`<h2>It keeps these permissions</h2>${list(keeps)}` : ''}
<form method="post" action="/oauth/authorize/decision">
  ${hidden(fields)}
  ${asked ? html`<h2>${appName} needs to know</h2>${settingFields(asked)}` : ''}
  <div class="actions"><button type="submit" name="decision" value="approve" class="primary">Allow</button><button type="submit" name="decision" value="deny">Deny</button></div>
</form>
<p class="quiet small">Either way, you'll return to ${returnsTo}.</p>
${listing ? help(appName, listing) : ''}`,
  );
}

/** Renders contact details for hosts with questions before they decide. */
function help(appName: string, { supportEmail, privacyUrl, termsUrl }: ListingFragment): Html {
  const links = [
    ...(supportEmail ? [['Support', `mailto:${supportEmail}`] as const] : []),
    ...(privacyUrl ? [['Privacy policy', privacyUrl] as const] : []),
    ...(termsUrl ? [['Terms', termsUrl] as const] : []),
  ];
  if (links.length === 0) return html``;
  return html`<p class="quiet small">${appName}: ${links.map(
    ([name, href], place) =>
      html`${place > 0 ? ' · ' : ''}<a href="${href}" target="_blank" rel="nofollow noopener noreferrer">${name}</a>`,
  )}</p>`;
}

type Listed = Pick<AllowedFragment, 'title' | 'text' | 'isNew'>;

/** Lists permissions in plain words, and marks new ones. */
function list(permissions: readonly Listed[]): Html {
  return html`<ul class="permissions">${permissions.map(
    ({ title, text, isNew }) =>
      html`<li><strong>${title}</strong>${isNew ? html` <span class="new">New</span>` : ''}<small>${text}</small></li>`,
  )}</ul>`;
}
