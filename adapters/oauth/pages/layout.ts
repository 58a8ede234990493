import { html } from 'hono/html';
import type { Language } from '#kit/language.ts';
import { type Html, shell } from '../../page/shell.ts';

export const STYLESHEET_PATH = '/oauth/oauth.css';

/** Script that requests a passkey from the browser: the only script on these pages. */
export const PASSKEY_SCRIPT_PATH = '/oauth/passkey.js';

/** Renders a whole page, in English by default: a card in the middle. */
export const page = (title: string, main: Html, language: Language = 'en'): Html =>
  shell({ title, language, styles: STYLESHEET_PATH, main });

/** Renders a page in the same layout that requests a passkey (`sendPasskeyPage`). */
export const passkeyPage = (title: string, main: Html): Html =>
  shell({ title, styles: STYLESHEET_PATH, script: PASSKEY_SCRIPT_PATH, main });

interface PasskeyForm {
  /** Path that receives the browser's response in the field `passkey`. */
  readonly path: string;
  readonly action: 'create' | 'get';
  /** The platform's options, as JSON text. */
  readonly options: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly content: Html;
}

/** Renders a form that requests a passkey from the browser before it's submitted. Hidden without the script. */
export const passkeyForm = ({ path, action, options, fields, content }: PasskeyForm): Html =>
  html`<form method="post" action="${path}" data-passkey="${action}" data-options="${options}" hidden>
  ${hidden({ ...fields, passkey: '' })}
  <p class="alert" role="alert" data-trouble hidden></p>
  ${content}
</form>`;

/** Renders a form's hidden fields. */
export const hidden = (fields: Readonly<Record<string, string>>): Html =>
  html`${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`;

/** Renders a message above a form; empty if there is no message. */
export const alert = (message: string | null): Html | string =>
  message === null ? '' : html`<p class="alert" role="alert">${message}</p>`;

/** Renders a field for choosing a password, with the password rules. */
export const newPasswordField = (label: string): Html => html`<label for="password">${label}</label>
  <input id="password" name="password" type="password" autocomplete="new-password" required minlength="10" maxlength="200" aria-describedby="password-hint">
  <small id="password-hint">At least 10 characters.</small>`;
