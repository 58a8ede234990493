import { html } from 'hono/html';
import type { Storefront } from '../storefront.ts';

/** Markup with every value escaped. */
export type Html = ReturnType<typeof html>;

/** A whole page; `storefront` is null where none answers. */
export function page(storefront: Storefront | null, title: string, main: Html): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}${storefront && storefront.name !== title ? ` · ${storefront.name}` : ''}</title>
    <link rel="stylesheet" href="${STYLESHEET_PATH}">
  </head>
  <body>
    ${storefront ? html`<header><a class="brand" href="/">${storefront.name}</a></header>` : ''}
    <main>${main}</main>
    ${
      storefront?.policies.length
        ? html`<footer><nav aria-label="Policies">${storefront.policies.map(
            ({ kind, title }) => html`<a href="/policies/${kind}">${title}</a> `,
          )}</nav></footer>`
        : ''
    }
  </body>
</html>`;
}

export const STYLESHEET_PATH = '/storefront.css';
