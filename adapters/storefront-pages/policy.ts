import { html } from 'hono/html';
import type { Html } from '../page/shell.ts';
import { page } from './layout.ts';
import { hostLang } from './texts.ts';
import type { Visit } from './visit.ts';

/** Renders a policy page; empty lines separate paragraphs. */
export function policyPage(
  visit: Visit,
  { title, text }: { readonly title: string; readonly text: string },
): Html {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
  return page(
    visit,
    title,
    html`<h1${hostLang(visit)}>${title}</h1>
${paragraphs.map((paragraph) => html`<p class="prose"${hostLang(visit)}>${paragraph.trim()}</p>`)}`,
  );
}
