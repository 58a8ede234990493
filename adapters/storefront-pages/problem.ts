import { html } from 'hono/html';
import type { Html } from '../page/shell.ts';
import type { Storefront } from '../storefront.ts';
import { page } from './layout.ts';
import { linkTo, type Visit } from './visit.ts';
import type { Words } from './words/en.ts';

/** The problem's code; unknown codes are treated as an unreadable request. */
type Problem = Exclude<keyof Words['problem'], 'back' | 'quote' | 'unstorable'>;

/**
 * Renders an error page in plain words for guests. `quote` is the id to give support if the problem persists,
 * `field` is the field with unstorable text.
 */
export function problemPage(
  visit: Visit<Storefront | null>,
  code: string,
  { quote = null, field = null }: { readonly quote?: string | null; readonly field?: string | null } = {},
): Html {
  const { storefront, words } = visit;
  const { title, text: usual } = words.problem[isProblem(words, code) ? code : 'bad_request'];
  const text = field === null ? usual : words.problem.unstorable(field);
  return page(
    visit,
    title,
    html`<h1>${title}</h1><p class="lead">${text}${quote === null ? '' : ` ${words.problem.quote(quote)}`}</p>${
      storefront
        ? html`<p><a href="${linkTo(visit, '/')}">${words.problem.back(storefront.name)}</a></p>`
        : ''
    }`,
  );
}

const isProblem = ({ problem }: Words, code: string): code is Problem =>
  code !== 'back' && code !== 'quote' && code !== 'unstorable' && code in problem;
