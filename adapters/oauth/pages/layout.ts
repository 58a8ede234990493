import { html } from 'hono/html';

/** Markup with every value escaped. */
export type Html = ReturnType<typeof html>;

export const STYLESHEET_PATH = '/oauth/oauth.css';

/** A whole page: one card in the middle. */
export function page(title: string, main: Html): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="stylesheet" href="${STYLESHEET_PATH}">
  </head>
  <body>
    <main>${main}</main>
  </body>
</html>`;
}

/** Fields of a form that nobody sees. */
export const hidden = (fields: Readonly<Record<string, string>>): Html =>
  html`${Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}`;

/** A message above a form; nothing where there is none. */
export const alert = (message: string | null): Html | string =>
  message === null ? '' : html`<p class="alert" role="alert">${message}</p>`;
