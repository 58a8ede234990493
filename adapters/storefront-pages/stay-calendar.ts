import { html } from 'hono/html';
import { amountIn, monthIn, shortDay, weekdaysIn } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { PageCalendarFragment } from './generated.ts';
import { partyAndUnits } from './offer.ts';
import type { ShownStay } from './shown-stay.ts';
import { type Choice, pathFor } from './stay-query.ts';
import { linkTo, type Visit } from './visit.ts';

/** Months on a page. */
export const MONTHS = 2;

/** Reads the first month to show from a page's address (`2027-03`) as a date; null if it isn't one. */
export const askedMonth = (month: unknown): string | null =>
  typeof month === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? `${month}-01` : null;

/**
 * Renders the nights to choose from, month by month. Each day is a link that chooses the check-in, then the
 * check-out, so the calendar works without scripts.
 */
export function stayCalendar(
  visit: Visit,
  { stay, choice: asked, calendar, days: bounds }: ShownStay,
): Html | string {
  if (calendar === null) return '';
  const { words } = visit;
  // Links ask for the party that the calendar is for; more adults wouldn't fit.
  const choice = { ...asked, adults: calendar.adults };
  const months = Map.groupBy(calendar.days, ({ date }) => date.slice(0, 7));
  const [shown = bounds.today.slice(0, 7)] = months.keys();
  const path = `/stays/${stay.id}`;
  const party = partyAndUnits(visit, choice);
  const link = (month: string, rel: string, text: string) =>
    html`<a href="${linkTo(visit, withQuery(path, { ...partyOf(choice), month }))}#calendar" rel="${rel} nofollow">${text}</a>`;
  const { earlier, later } = monthsAround(shown, bounds);
  return html`<section class="calendar" id="calendar" aria-labelledby="calendar-title">
<h2 id="calendar-title">${words.calendar.title}</h2>
<p class="quiet">${choice.checkIn === null ? words.calendar.chooseCheckIn : words.calendar.chooseCheckOut} ${words.calendar.prices(calendar.currency, party)}</p>
<div class="months">${[...months.values()].map((days) => month(visit, days, { path, choice, currency: calendar.currency }))}</div>
<nav aria-label="${words.calendar.title}">${earlier === null ? NO_LINK : link(earlier, 'prev', words.calendar.earlier)} ${later === null ? NO_LINK : link(later, 'next', words.calendar.later)}</nav>
</section>`;
}

/** Takes the place of a link in the calendar's navigation. */
const NO_LINK = html`<span></span>`;

/** Returns the months that the links next to a calendar show first; null if there's nothing to show. */
export function monthsAround(shown: string, { today, last }: ShownStay['days']) {
  const first = Temporal.PlainYearMonth.from(shown);
  const [earliest, latest] = [today.slice(0, 7), last.slice(0, 7)];
  const before = first.subtract({ months: MONTHS }).toString();
  const after = first.add({ months: MONTHS }).toString();
  return {
    earlier: shown <= earliest ? null : before < earliest ? earliest : before,
    later: after > latest ? null : after,
  };
}

type Day = PageCalendarFragment['days'][number];

interface Around {
  readonly path: string;
  readonly choice: Choice;
  readonly currency: string;
}

function month(visit: Visit, days: readonly Day[], around: Around): Html {
  const { language } = visit;
  const [first] = days;
  if (!first) return html``;
  const before = Temporal.PlainDate.from(first.date).dayOfWeek - 1;
  const cells = [
    ...Array.from({ length: before }, () => html`<td></td>`),
    ...days.map((day) => cell(visit, day, around)),
  ];
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    cells.slice(7 * week, 7 * week + 7),
  );
  return html`<table><caption>${monthIn(language, first.date)}</caption>
<thead><tr>${weekdaysIn(language).map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${weeks.map((week) => html`<tr>${week}</tr>`)}</tbody></table>`;
}

function cell(
  visit: Visit,
  { date, price, canCheckIn, canCheckOut }: Day,
  { path, choice, currency }: Around,
): Html {
  const { language } = visit;
  const day = html`<b>${Number(date.slice(8))}</b>${price === null ? '' : html`<small>${amountIn(language, price, currency)}</small>`}`;
  const isChosen = date === choice.checkIn;
  const href = target({ path, choice, date, canCheckIn, canCheckOut });
  if (href === null) return html`<td${isChosen ? html` class="chosen"` : ''}><span>${day}</span></td>`;
  return html`<td${isChosen ? html` class="chosen"` : ''}><a class="free" href="${linkTo(visit, href)}#${canCheckOut ? 'price' : 'calendar'}" rel="nofollow" title="${shortDay(language, date)}">${day}</a></td>`;
}

/**
 * Returns the target of a day's link: the chosen stay if it can end on that day, otherwise a new check-in;
 * null if neither is possible.
 */
function target({
  path,
  choice,
  date,
  canCheckIn,
  canCheckOut,
}: Pick<Around, 'path' | 'choice'> & Pick<Day, 'date' | 'canCheckIn' | 'canCheckOut'>): string | null {
  const { checkIn, adults, children, units } = choice;
  if (canCheckOut && checkIn !== null)
    return pathFor(path, { checkIn, checkOut: date, adults, children, units });
  return canCheckIn && date !== checkIn ? withQuery(path, { check_in: date, ...partyOf(choice) }) : null;
}

const partyOf = ({ adults, children, units }: Choice) => ({
  adults: String(adults),
  children: String(children),
  units: String(units),
});

const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query)}`;
