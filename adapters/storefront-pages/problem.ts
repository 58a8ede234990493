import { html } from 'hono/html';
import type { Html } from '../page/shell.ts';
import type { Storefront } from '../storefront.ts';
import { page } from './layout.ts';
import { linkTo, type Visit } from './visit.ts';
import type { Words } from './words/en.ts';

/** The problem's code; unknown codes are treated as an unreadable request. */
type Problem = Exclude<keyof Words['problem'], 'back' | 'quote' | 'unstorable'>;

/** `quote` is the id to give support if the problem persists, `field` is the field with unstorable text. */
interface Details {
  readonly quote?: string | null;
  readonly field?: string | null;
}

/** Returns an error's title and text in plain words, in the visitor's language. */
export function problemText(
  { words }: Pick<Visit<null>, 'words'>,
  code: string,
  { quote = null, field = null }: Details = {},
): { readonly title: string; readonly text: string } {
  const { title, text: usual } = words.problem[isProblem(words, code) ? code : 'bad_request'];
  const text = field === null ? usual : words.problem.unstorable(field);
  return { title, text: quote === null ? text : `${text} ${words.problem.quote(quote)}` };
}

/** Renders an error page in plain words for guests. */
export function problemPage(visit: Visit<Storefront | null>, code: string, details: Details = {}): Html {
  const { storefront, words } = visit;
  const { title, text } = problemText(visit, code, details);
  return page(
    visit,
    title,
    html`<h1>${title}</h1><p class="lead">${text}</p>${
      storefront
        ? html`<p><a href="${linkTo(visit, '/')}">${words.problem.back(storefront.name)}</a></p>`
        : ''
    }`,
  );
}

const isProblem = ({ problem }: Words, code: string): code is Problem =>
  code !== 'back' && code !== 'quote' && code !== 'unstorable' && code in problem;
