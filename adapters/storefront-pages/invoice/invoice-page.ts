import { html } from 'hono/html';
import { type Html, shell } from '../../page/shell.ts';
import { inlineStyles } from '../../page/stylesheet.ts';
import { photoOf } from '../../photos.ts';
import { LOGO_WIDTH } from './logo.ts';
import type { ShownInvoice } from './shown-invoice.ts';

/** Rules for the page. It's the same on every storefront, with or without a look or a theme. */
export const INVOICE_STYLES = inlineStyles(new URL('./invoice.css', import.meta.url));

/** Renders a document as a page to print. */
export function invoicePage(
  { language, words, ...shown }: ShownInvoice,
  links: { readonly pdf: string; readonly booking: string; readonly back: string },
): Html {
  const [issuer = '', ...details] = shown.issuer;
  return shell({
    title: `${shown.title} ${shown.number}`,
    language,
    styles: INVOICE_STYLES.element,
    header: html`<a href="${links.booking}">${links.back}</a> <a class="button" href="${links.pdf}">${words.pdf}</a>`,
    main: html`<article class="document">
${shown.isTest ? html`<p class="test">${words.test}</p>` : ''}
<div class="top">
<address>${logoOf(shown)}<strong>${issuer}</strong>${details.map((line) => html`<br>${line}`)}</address>
<h1>${shown.title} <span>${shown.number}</span></h1>
</div>
<div class="top">
<section><h2>${words.recipient}</h2><address>${shown.recipient.map((line, place) => html`${place > 0 ? html`<br>` : ''}${line}`)}</address></section>
<dl>${shown.facts.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value.split('\n').map((line, place) => html`${place > 0 ? html`<br>` : ''}${line}`)}</dd></div>`)}</dl>
</div>
${shown.notes.slice(0, shown.balance === null ? undefined : 0).map((note) => html`<p>${note}</p>`)}
<table class="lines">
<thead><tr>${shown.columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${shown.lines.map(
      ([name = '', ...cells]) =>
        html`<tr><th scope="row">${name}</th>${cells.map((cell, place) => html`<td data-label="${shown.columns[place + 1] ?? ''}">${cell}</td>`)}</tr>`,
    )}</tbody>
<tfoot><tr class="total"><th scope="row" colspan="4">${shown.total[0]}</th><td>${shown.total[1]}</td></tr></tfoot>
</table>
<div class="sums">
${
  shown.taxes.length > 0
    ? html`<table><caption>${words.taxes}</caption>
<thead><tr><th scope="col">${words.rate}</th><th scope="col">${words.net}</th><th scope="col">${words.tax}</th></tr></thead>
<tbody>${shown.taxes.map(([name = '', ...cells]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`
    : ''
}
${
  shown.payments.length > 0 || shown.balance
    ? html`<table>${shown.payments.length > 0 ? html`<caption>${words.payments}</caption>` : ''}
<tbody>${shown.payments.map(([label, amount]) => html`<tr><th scope="row">${label}</th><td>${amount}</td></tr>`)}
${shown.balance ? html`<tr class="total"><th scope="row">${shown.balance[0]}</th><td>${shown.balance[1]}</td></tr>` : ''}</tbody></table>`
    : ''
}
</div>
${shown.balance === null ? '' : shown.notes.map((note) => html`<p>${note}</p>`)}
</article>`,
  });
}

/** Renders the logo; the issuer's name follows as text. */
function logoOf({ logo }: Pick<ShownInvoice, 'logo'>): Html | '' {
  if (!logo) return '';
  const { path, width, height } = photoOf(logo, LOGO_WIDTH);
  return html`<img src="${path}" alt="" width="${width}" height="${height}">`;
}
