import { html, raw } from 'hono/html';
import { renderSVG } from 'uqr';
import { usableZone } from '#kit/dates.ts';
import { languageOf } from '#kit/language.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '#kit/languages.ts';
import { zoneNames } from '#kit/zone-names.ts';
import type { Html } from '../../page/shell.ts';
import type { AccountSecurityQuery } from '../generated.ts';
import { alert, hidden, newPasswordField, page } from './layout.ts';

type Account = AccountSecurityQuery['account'];
type Session = NonNullable<Account['sessions']>[number];
type Events = NonNullable<AccountSecurityQuery['securityEvents']>;

export interface SecurityPage {
  readonly csrfToken: string;
  readonly account: Account;
  readonly events: Events | null;
  /** Reason for a refusal; null if there was none. */
  readonly problem: string | null;
  /** Completed action; null if there was none. */
  readonly done: string | null;
}

const WORDS: Readonly<Record<string, string>> = {
  'session.started': 'Signed in',
  'session.revoked': 'Signed out another session',
  'session.elevated': 'Confirmed a change',
  'session.factor_refused': 'Incorrect second factor',
  'account.signed_up': 'Signed up',
  'account.verified': 'Confirmed the address',
  'account.locked': 'Suspended by the platform',
  'account.unlocked': 'Resumed by the platform',
  'operator.account.locked': 'Suspended an account',
  'operator.account.unlocked': 'Resumed an account',
  'operator.recovered': 'Recovered the account with a link from the server',
  'operator.job.retried': 'Ran a failed job again',
  'operator.job.discarded': 'Discarded a failed job',
  'password.reset_asked': 'Requested a new password',
  'password.reset': 'Chose a new password through an emailed link',
  'password.changed': 'Changed the password',
  'address.change_asked': 'Requested a new address',
  'address.changed': 'Changed the address',
  'address.change_undone': 'Restored the previous address',
  'account.secured': 'Stopped a change',
  'totp.enabled': 'Added an authenticator app',
  'totp.disabled': 'Removed the authenticator app',
  'passkey.created': 'Added a passkey',
  'passkey.removed': 'Removed a passkey',
  'recovery_codes.renewed': 'Created new recovery codes',
  'recovery_code.used': 'Used a recovery code',
  'device.approved': 'Signed in a terminal',
};

type Clock = (instant: string) => Html;

/** Formats times in the account's time zone and names it: `2026-11-22 21:30 Europe/Zurich`. */
const clockOf = ({ timeZone }: Account): Clock => {
  const zone = usableZone(timeZone ?? 'UTC');
  return (instant) => {
    const [day, time] = Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toString().split('T');
    return html`<time datetime="${instant}">${day} ${time?.slice(0, 5)} ${zone.replaceAll('_', ' ')}</time>`;
  };
};

const ZONES = zoneNames();

/**
 * Returns zones to choose from, including the account's own zone if it isn't in the list, so that saving the
 * form keeps it.
 */
const zonesFor = (own: string): readonly string[] => (ZONES.includes(own) ? ZONES : [own, ...ZONES]);

const option = (value: string, name: string, chosen: string): Html =>
  html`<option value="${value}"${value === chosen ? html` selected` : ''}>${name}</option>`;

/** Lists all of an account's protections on one page. */
export function securityPage({ csrfToken, account, events, problem, done }: SecurityPage): Html {
  const form = (path: string, content: Html) =>
    html`<form method="post" action="/account/security${path}">${hidden({ csrf_token: csrfToken })}${content}</form>`;
  const at = clockOf(account);
  const factors = account.secondFactors ?? [];
  const codes = factors.filter(({ kind }) => kind === 'recovery').length;
  const passkeys = factors.filter(({ kind }) => kind === 'passkey');
  const hasApp = factors.some(({ kind }) => kind === 'totp');
  return page(
    'Security',
    html`<p class="eyebrow"><a href="/panel">Back to the panel</a></p>
<h1>Security</h1>
<p class="quiet">${account.name}, ${account.email}${account.verifiedAt === null ? ' (not confirmed)' : ''}</p>
${alert(problem)}
${done === null ? '' : html`<p class="done" role="status">${done}</p>`}
<h2>Passkeys</h2>
${
  passkeys.length === 0
    ? html`<p>With a passkey, signing in also requires your fingerprint, your face or a security key. Passkeys can't be phished.</p>`
    : html`<ul class="permissions">${passkeys.map((passkey) => html`<li>${passkeyLine(passkey, at)}${form('/passkeys/remove', html`<input type="hidden" name="id" value="${passkey.id}"><div class="actions"><button type="submit" aria-label="Remove the passkey ${passkey.name ?? ''}">Remove</button></div>`)}</li>`)}</ul>`
}
${form('/passkeys', html`<div class="actions"><button type="submit"${passkeys.length + Number(hasApp) === 0 ? html` class="primary"` : ''}>Add a passkey</button></div>`)}
<h2>Authenticator app</h2>
${
  hasApp
    ? html`<p>Signing in requires a code from your app.</p>
${form(
  '/totp/remove',
  html`<label for="code">Code</label>
  <input id="code" name="code" type="text" autocomplete="one-time-code" required maxlength="40">
  ${
    passkeys.length === 0
      ? html`<label for="totp_password">Your password</label>
  <input id="totp_password" name="password" type="password" autocomplete="current-password" required maxlength="1000">`
      : ''
  }
  <div class="actions"><button type="submit">Remove the app</button></div>`,
)}`
    : html`<p>A code from your phone protects the account even if someone knows your password.</p>
${form('/totp', html`<div class="actions"><button type="submit">Add an authenticator app</button></div>`)}`
}
${
  hasApp || passkeys.length > 0
    ? html`<h2>Recovery codes</h2>
<p>${codes} recovery ${codes === 1 ? 'code is' : 'codes are'} left.</p>
${form('/recovery-codes', html`<div class="actions"><button type="submit">New recovery codes</button></div>`)}`
    : ''
}
<h2>Password</h2>
${form(
  '/password',
  html`<label for="current_password">Current password</label>
  <input id="current_password" name="current_password" type="password" autocomplete="current-password" required maxlength="1000">
  ${newPasswordField('New password')}
  <div class="actions"><button type="submit">Change password</button></div>`,
)}
<h2>Email address</h2>
${form(
  '/address',
  html`<label for="email">New address</label>
  <input id="email" name="email" type="email" autocomplete="email" required maxlength="254">
  <div class="actions"><button type="submit">Change address</button></div>`,
)}
<h2>Language and time zone</h2>
<p>Emails about bookings are in this language. Times on this page are in this time zone.</p>
${form(
  '/preferences',
  html`<label for="locale">Language</label>
  <select id="locale" name="locale">${LANGUAGES.map((language) => option(language, LANGUAGE_NAMES[language], languageOf(account.locale)))}</select>
  <label for="time_zone">Time zone</label>
  <select id="time_zone" name="time_zone" autocomplete="off">${zonesFor(account.timeZone ?? 'UTC').map((zone) => option(zone, zone.replaceAll('_', ' '), account.timeZone ?? 'UTC'))}</select>
  <div class="actions"><button type="submit">Save</button></div>`,
)}
<h2>Sessions</h2>
<ul class="permissions">${(account.sessions ?? []).map((session) => html`<li>${sessionLine(session, at)}${session.current ? '' : form('/sessions', html`<input type="hidden" name="id" value="${session.id}"><div class="actions"><button type="submit" aria-label="Sign out the session of ${session.startedAt}">Sign out</button></div>`)}</li>`)}</ul>
${(account.sessions ?? []).length > 1 ? form('/sessions', html`<div class="actions"><button type="submit">Sign out all other sessions</button></div>`) : ''}
<h2>Security log</h2>
<ul class="permissions">${(events?.nodes ?? []).map(
      ({ kind, at: when, address, detail }) =>
        html`<li>${WORDS[kind] ?? kind}${detail ? ` (${detail})` : ''}<small>${at(when)}${address ? ` from ${address}` : ''}</small></li>`,
    )}</ul>
${
  events?.pageInfo.hasNextPage
    ? html`<p><a href="/account/security?${new URLSearchParams({ after: events.pageInfo.endCursor ?? '' })}">Earlier entries</a></p>`
    : ''
}`,
  );
}

type Factor = NonNullable<Account['secondFactors']>[number];

const passkeyLine = ({ name, createdAt, usedAt }: Factor, at: Clock): Html =>
  html`<strong>${name}</strong><small>Added ${at(createdAt)}, ${usedAt === null ? 'not used yet' : html`last used ${at(usedAt)}`}</small>`;

const sessionLine = ({ current, startedAt, address, userAgent }: Session, at: Clock): Html =>
  html`${current ? html`<strong>This browser</strong>` : (userAgent ?? 'Unknown browser')}<small>${at(startedAt)}${address ? ` from ${address}` : ''}</small>`;

/** Shows an authenticator app's secret, to scan or type, and the field for its first code. */
export const totpPage = ({
  csrfToken,
  secret,
  uri,
}: {
  readonly csrfToken: string;
  readonly secret: string;
  readonly uri: string;
}): Html =>
  page(
    'Add an authenticator app',
    html`<h1>Add an authenticator app</h1>
<p>Scan this with the app, then enter the code it shows.</p>
<div class="qr" role="img" aria-label="QR code of the secret below">${raw(renderSVG(uri, { border: 2 }))}</div>
<p class="small">Or type the secret: <code>${secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code></p>
<form method="post" action="/account/security/totp">
  ${hidden({ csrf_token: csrfToken })}
  <label for="code">Code</label>
  <input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" required maxlength="10">
  <div class="actions"><button type="submit" class="primary">Confirm</button><a class="button" href="/account/security">Cancel</a></div>
</form>`,
  );

/** Renders recovery codes, shown only once. */
export const recoveryCodesPage = ({ codes }: { readonly codes: readonly string[] }): Html =>
  page(
    'Recovery codes',
    html`<h1>Recovery codes</h1>
<p>Save these codes now: they're shown only once. Each code signs you in once if you lose your phone.</p>
<ul class="codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
<div class="actions"><a class="button primary" href="/account/security">I've saved them</a></div>`,
  );
