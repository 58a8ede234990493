import { html } from 'hono/html';
import { type Html, shell } from '../page/shell.ts';
import type { Storefront } from '../storefront.ts';

export const STYLESHEET_PATH = '/storefront.css';

/** A whole page; `storefront` is null if there is none. */
export function page(storefront: Storefront | null, title: string, main: Html): Html {
  const brand = storefront && html`<a class="brand" href="/">${storefront.name}</a>`;
  const policies = storefront?.policies.map(
    ({ kind, title }) => html`<a href="/policies/${kind}">${title}</a> `,
  );
  return shell({
    title: storefront && storefront.name !== title ? `${title} · ${storefront.name}` : title,
    stylesheet: STYLESHEET_PATH,
    icon: storefront && '/icon.svg',
    header: brand,
    main,
    footer: policies?.length ? html`<nav aria-label="Policies">${policies}</nav>` : null,
  });
}
