import { html } from 'hono/html';
import { countIn, partyIn } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { BookedStay } from './permalink.ts';
import { linkTo, type Visit } from './visit.ts';

/** A line of a booking as its page shows it. */
export type BookedLine = BookedStay['lines'][number];

/** Finds a booking's line by its id. */
export const lineOf = ({ lines }: BookedStay, id: string): BookedLine | undefined =>
  lines.find((line) => line.id === id);

/** Names a line by its units and its guests; if another line has the same name, also by its number. */
export function lineName(visit: Visit, { lines }: BookedStay, line: BookedLine): string {
  const name = nameOf(visit, line);
  const isShared = lines.some((other) => other !== line && nameOf(visit, other) === name);
  return isShared ? `${name} (${line.id})` : name;
}

function nameOf({ language, words }: Visit, { title, quantity, party }: BookedLine): string {
  const name = quantity > 1 ? `${countIn(language, quantity, words.units)} ${title}` : title;
  return party ? `${name}, ${partyIn(language, party)}` : name;
}

/** A list in which the guest chooses one of a booking's lines. */
interface LineChoice {
  /** The page's address. */
  readonly path: string;
  readonly title: string;
  /** Text for all lines together; absent if the guest has to choose one. */
  readonly whole?: string;
  /** The chosen line; null for all of them. */
  readonly current: BookedLine | null;
}

/** Renders links that open the same page for another line; empty if the booking has one line. */
export function lineChoice(
  visit: Visit,
  booking: BookedStay,
  { path, title, whole, current }: LineChoice,
): Html | '' {
  const { lines } = booking;
  if (lines.length < 2) return '';
  const choices = lines.map((line) => ({
    id: line.id,
    name: lineName(visit, booking, line),
    query: `?line=${line.id}`,
  }));
  const all = whole === undefined ? choices : [{ id: null, name: whole, query: '' }, ...choices];
  return html`<section class="lines" aria-labelledby="lines">
<h2 id="lines">${title}</h2>
<ul>${all.map(({ id, name, query }) => {
    const isCurrent = id === (current?.id ?? null);
    return isCurrent
      ? html`<li><strong aria-current="true">${name}</strong></li>`
      : html`<li><a href="${linkTo(visit, `${path}${query}`)}">${name}</a></li>`;
  })}</ul>
</section>`;
}
