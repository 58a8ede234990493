import { html } from 'hono/html';
import { type Html, shell } from '../../page/shell.ts';

export const STYLESHEET_PATH = '/oauth/oauth.css';

/** The script that asks the browser for a passkey: the only one of these pages. */
export const PASSKEY_SCRIPT_PATH = '/oauth/passkey.js';

/** A whole page: one card in the middle. */
export const page = (title: string, main: Html): Html => shell({ title, styles: STYLESHEET_PATH, main });

/** The same for a page that asks for a passkey (`sendPasskeyPage`). */
export const passkeyPage = (title: string, main: Html): Html =>
  shell({ title, styles: STYLESHEET_PATH, script: PASSKEY_SCRIPT_PATH, main });

interface PasskeyForm {
  /** Where the browser's answer goes, in the field `passkey`. */
  readonly path: string;
  readonly action: 'create' | 'get';
  /** Options of the platform, as JSON text. */
  readonly options: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly content: Html;
}

/** A form that asks the browser for a passkey before it is sent. Hidden without the script. */
export const passkeyForm = ({ path, action, options, fields, content }: PasskeyForm): Html =>
  html`<form method="post" action="${path}" data-passkey="${action}" data-options="${options}" hidden>
  ${hidden({ ...fields, passkey: '' })}
  <p class="alert" role="alert" data-trouble hidden></p>
  ${content}
</form>`;

/** Hidden fields of a form. */
export const hidden = (fields: Readonly<Record<string, string>>): Html =>
  html`${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`;

/** A message above a form; nothing where there is none. */
export const alert = (message: string | null): Html | string =>
  message === null ? '' : html`<p class="alert" role="alert">${message}</p>`;

/** The field of a password that is chosen, with what it must be. */
export const newPasswordField = (label: string): Html => html`<label for="password">${label}</label>
  <input id="password" name="password" type="password" autocomplete="new-password" required minlength="10" maxlength="200" aria-describedby="password-hint">
  <small id="password-hint">At least 10 characters.</small>`;
