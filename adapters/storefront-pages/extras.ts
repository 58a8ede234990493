import { html } from 'hono/html';
import { newUuid } from '#kit/ids.ts';
import { moneyIn } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { BookingPageQuery, ExtrasRefusal } from './generated.ts';
import { linkTo, type Visit } from './visit.ts';
import { EXTRA_WORDS } from './words/extra-words.ts';

type Booking = NonNullable<BookingPageQuery['bookingByPermalink']>;

/** An extra with its price for the stay. */
interface Extra {
  readonly id: string;
  readonly name: string;
  readonly total: number;
  readonly max: number;
}

/** Quantities in a submitted form, as typed, by the extra's id. */
export type TypedExtras = ReadonlyMap<string, string>;

export const NO_EXTRAS: TypedExtras = new Map();

const NAME = /^extra_(\d{1,10})$/;

/** Reads quantities from a form's `extra_` fields. */
export function typedExtras(body: unknown): TypedExtras {
  const form = body instanceof URLSearchParams ? [...body] : [];
  return new Map(
    form.flatMap(([name, text]) => {
      const id = NAME.exec(name)?.[1];
      return id === undefined ? [] : [[id, text.trim().slice(0, MOST_DIGITS)] as const];
    }),
  );
}

/** Longest quantity that's shown again. */
const MOST_DIGITS = 10;

/** Returns the chosen extras, and the ids of those whose quantity isn't a whole number up to their maximum. */
export function chosenExtras(
  typed: TypedExtras,
  offered: readonly Pick<Extra, 'id' | 'max'>[],
): { readonly chosen: readonly { id: string; quantity: number }[]; readonly faults: readonly string[] } {
  const asked = [...typed].filter(([, text]) => text !== '' && !/^0+$/.test(text));
  const isRight = ([id, text]: readonly [string, string]) => {
    const max = offered.find((extra) => extra.id === id)?.max ?? 0;
    return /^\d+$/.test(text) && Number(text) <= max;
  };
  return {
    chosen: asked.filter(isRight).map(([id, text]) => ({ id, quantity: Number(text) })),
    faults: asked.filter((one) => !isRight(one)).map(([id]) => id),
  };
}

/** Identifies the price that a guest saw: the stay's, and one of each extra's. */
export const seenPrice = (
  fingerprint: string | null,
  extras: readonly Pick<Extra, 'id' | 'total'>[],
): string => [fingerprint ?? '', ...extras.map(({ id, total }) => `${id}:${total}`)].join(' ');

/** Renders a quantity for each extra, 0 at first. */
export function extraFields(
  { language }: Visit,
  extras: readonly Extra[],
  {
    currency,
    typed,
    faults,
    lead,
  }: {
    readonly currency: string;
    readonly typed: TypedExtras;
    readonly faults: readonly string[];
    readonly lead: string;
  },
): Html | '' {
  if (extras.length === 0) return '';
  const words = EXTRA_WORDS[language];
  return html`<div class="extras">
<p class="quiet">${lead}</p>
${extras.map(({ id, name, total, max }) => {
  const field = `extra_${id}`;
  const isWrong = faults.includes(id);
  return html`<p class="extra"><label for="${field}">${name} <small>${words.each(moneyIn(language, total, currency))}</small></label>
<input id="${field}" name="${field}" type="number" inputmode="numeric" min="0" max="${max}" step="1" value="${typed.get(id) ?? '0'}"${
    isWrong ? html` aria-invalid="true" aria-describedby="${field}-fault"` : ''
  }></p>
${isWrong ? html`<p class="fault" id="${field}-fault">${words.fault(max)}</p>` : ''}`;
})}
</div>`;
}

/** A form with extras that was refused. */
export interface RefusedExtras {
  readonly typed: TypedExtras;
  readonly faults: readonly string[];
  readonly refusal: ExtrasRefusal | null;
}

/** Renders the form for adding extras to a booking, below the reason why it was refused; empty if there are none to add. */
export function extrasSection(
  visit: Visit,
  { extras, currency }: Booking,
  { permalinkId, token }: { readonly permalinkId: string; readonly token: Html },
  refused: RefusedExtras | null,
): Html | '' {
  const words = EXTRA_WORDS[visit.language];
  const notice = refused?.refusal ? noticeOf(visit, refused.refusal) : null;
  if (extras.nodes.length === 0 && notice === null) return '';
  const { typed = NO_EXTRAS, faults = [] } = refused ?? {};
  return html`<section id="extras" aria-labelledby="extras-title">
<h2 id="extras-title">${words.title}</h2>
${notice ? html`<p class="notice warn" role="alert">${notice}</p>` : ''}
${
  extras.nodes.length === 0
    ? ''
    : html`<form class="guest" method="post" action="${linkTo(visit, `/bookings/${permalinkId}/extras`)}">
${token}
<input type="hidden" name="attempt" value="${newUuid()}">
<input type="hidden" name="price" value="${extras.fingerprint}">
${extraFields(visit, extras.nodes, { currency, typed, faults, lead: words.lead })}
<button type="submit">${words.submit}</button>
</form>`
}
</section>`;
}

function noticeOf({ language }: Visit, refusal: ExtrasRefusal): string {
  const words = EXTRA_WORDS[language];
  if (refusal === 'closed') return words.closed;
  return refusal === 'nothing_chosen' ? words.nothing : words.changed;
}
