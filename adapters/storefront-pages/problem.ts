import { html } from 'hono/html';
import type { Html } from '../page/shell.ts';
import type { Storefront } from '../storefront.ts';
import { page } from './layout.ts';

/** An error page in words for guests. */
export function problemPage(storefront: Storefront | null, title: string, text: string): Html {
  return page(
    storefront,
    title,
    html`<h1>${title}</h1><p class="lead">${text}</p>${
      storefront ? html`<p><a href="/">See what ${storefront.name} offers</a></p>` : ''
    }`,
  );
}
