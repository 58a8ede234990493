import { html } from 'hono/html';
import { countIn } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { Choice } from './stay-query.ts';
import type { Visit } from './visit.ts';

/** The form's limits: days on which a stay can begin, and number of units (1 if units can't be chosen). */
interface Bounds {
  readonly today: string;
  readonly last: string;
  readonly units: number;
}

const MOST_CHILDREN = 8;
const MOST_ADULTS = 12;
const MOST_UNITS = 8;

/**
 * Renders the form for dates and party, which loads the same page with a price; its button is highlighted if
 * it's the page's main action.
 */
export function stayForm(
  { words, language, chosen, path }: Visit,
  choice: Choice,
  { today, last, units }: Bounds,
  action: string,
  { submit = words.stayForm.show, isFirst = path === action } = {},
): Html {
  const { stayForm: form } = words;
  return html`<form class="dates" method="get" action="${action}">
${chosen ? html`<input type="hidden" name="lang" value="${chosen}">` : ''}
<label>${words.checkIn} <input type="date" name="check_in" value="${choice.checkIn ?? ''}" min="${today}" max="${last}" required></label>
<label>${words.checkOut} <input type="date" name="check_out" value="${choice.checkOut ?? ''}" min="${today}" max="${last}" required></label>
${picker('adults', form.adults, range(1, Math.max(MOST_ADULTS, choice.adults)), choice.adults)}
${picker('children', form.children, range(0, Math.max(MOST_CHILDREN, choice.children)), choice.children)}
${units > 1 ? picker('units', form.units, range(1, Math.max(Math.min(units, MOST_UNITS), choice.units)), choice.units, (count) => countIn(language, count, words.units)) : ''}
<button type="submit"${isFirst ? html` class="primary"` : ''}>${submit}</button>
${choice.fault ? html`<p class="fault" role="alert">${form.faults[choice.fault]}</p>` : ''}
</form>`;
}

const range = (least: number, most: number): readonly number[] =>
  Array.from({ length: most - least + 1 }, (_, place) => least + place);

const picker = (
  name: string,
  label: string,
  counts: readonly number[],
  value: number,
  text: (count: number) => string = String,
): Html =>
  html`<label>${label} <select name="${name}">${counts.map(
    (count) =>
      html`<option value="${count}"${count === value ? html` selected` : ''}>${text(count)}</option>`,
  )}</select></label>`;
