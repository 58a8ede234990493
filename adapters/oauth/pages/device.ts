import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import type { OpenDeviceMutation } from '../generated.ts';
import { alert, hidden, page } from './layout.ts';

type Device = NonNullable<OpenDeviceMutation['deviceOpen']['device']>;

export interface DeviceCodePage {
  readonly email: string;
  /** Previously typed code; empty at first. */
  readonly userCode: string;
  /** URL that switches accounts and returns here. */
  readonly otherAccountUrl: string;
  /** Reason why the last code didn't work; null at first. */
  readonly problem: string | null;
}

const signedInAs = (email: string, otherAccountUrl: string): Html =>
  html`<p class="quiet">You're signed in as ${email}; <a href="${otherAccountUrl}">use another account</a>.</p>`;

/** Asks for the code shown by a terminal. */
export function deviceCodePage({ email, userCode, otherAccountUrl, problem }: DeviceCodePage): Html {
  return page(
    'Sign in a terminal',
    html`<h1>Sign in a terminal</h1>
${signedInAs(email, otherAccountUrl)}
${alert(problem)}
<form method="get" action="/device">
  <label for="user_code">Code</label>
  <input id="user_code" name="user_code" type="text" class="device-code" value="${userCode}" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" placeholder="XXXX-XXXX" aria-describedby="code-hint">
  <small id="code-hint">The eight letters that your terminal shows after <code>platform login</code>.</small>
  <div class="actions"><button type="submit" class="primary">Continue</button></div>
</form>`,
  );
}

export interface ConfirmDevicePage {
  readonly device: Device;
  /** True if the device's network differs from this browser's. */
  readonly fromElsewhere: boolean;
  readonly email: string;
  readonly otherAccountUrl: string;
  readonly csrfToken: string;
}

/** Shows the device that will get access, and what it will be able to do, before the user allows access. */
export function confirmDevicePage(confirm: ConfirmDevicePage): Html {
  const { device, fromElsewhere, email, otherAccountUrl, csrfToken } = confirm;
  return page(
    'Sign in this terminal?',
    html`<p class="eyebrow">Sign in a terminal</p>
<h1>Is this your code?</h1>
<p class="device-code">${device.userCode}</p>
<p>Allow this only if your own terminal shows the same code. Never allow a code that someone sent you.</p>
${fromElsewhere ? html`<p class="alert">The request came from a different network than this browser’s: ${device.address}.</p>` : ''}
<ul class="permissions">
  <li><strong>${device.name ?? 'Unnamed terminal'}</strong><small>Requested at ${time(device.startedAt)} from ${device.address}</small></li>
  <li><strong>Develops your apps</strong><small>Pushes, releases and installs apps on your teams on your behalf, until you revoke its access token in the panel.</small></li>
</ul>
<form method="post" action="/device">
  ${hidden({ csrf_token: csrfToken, user_code: device.userCode })}
  <div class="actions"><button type="submit" name="decision" value="approve" class="primary">Allow</button><button type="submit" name="decision" value="deny">Deny</button></div>
</form>
${signedInAs(email, otherAccountUrl)}`,
  );
}

const time = (instant: string) => html`<time datetime="${instant}">${instant.slice(11, 16)} UTC</time>`;

/** Reports the decision; `tokenName` is null if access was denied. */
export const deviceDonePage = ({ tokenName }: { readonly tokenName: string | null }): Html =>
  tokenName === null
    ? page(
        'Denied',
        html`<h1>Denied</h1><p>The terminal wasn't signed in. If you didn't start this, you don't need to do anything else.</p>`,
      )
    : page(
        'Signed in',
        html`<h1>Signed in</h1>
<p>You can close this page and go back to your terminal.</p>
<p class="quiet">The access token “${tokenName}” is listed in <a href="/panel">the panel</a>, where you can revoke it.</p>`,
      );
