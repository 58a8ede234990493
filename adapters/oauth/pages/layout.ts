import { html } from 'hono/html';
import { type Html, shell } from '../../page/shell.ts';

export const STYLESHEET_PATH = '/oauth/oauth.css';

/** A whole page: one card in the middle. */
export const page = (title: string, main: Html): Html => shell({ title, stylesheet: STYLESHEET_PATH, main });

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
