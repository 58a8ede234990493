import { html } from 'hono/html';
import { MAX_EMAIL } from '#kit/email.ts';
import { MAX_NAME, MAX_PHONE } from '#schema/limits.ts';
import type { Html } from '../page/shell.ts';
import { bookingPolicies } from '../storefront.ts';
import { extraFields, seenPrice, type TypedExtras } from './extras.ts';
import type { PageQuoteFragment, PageStayFragment } from './generated.ts';
import { page } from './layout.ts';
import { offerDetails, refusals, wishLine } from './offer.ts';
import { photosOf, picture } from './photos.ts';
import { pathFor, type Wish } from './stay-query.ts';
import { requestObjects } from './theme/objects.ts';
import type { ThemedPage } from './theme/themed.ts';
import { linkTo, type Visit } from './visit.ts';
import { EXTRA_WORDS } from './words/extra-words.ts';

/** Guest fields in the form. */
export type GuestField = 'first_name' | 'last_name' | 'email' | 'phone' | 'arrival_time';

/** Form fields that can have a problem. */
export type FormField = GuestField | 'terms';

/** A form to show, with its values and problems. */
export interface BookingForm {
  /** This form's UUID, so that submitting it twice creates only one booking. */
  readonly attempt: string;
  readonly values: Readonly<Record<GuestField, string>>;
  readonly accepted: boolean;
  readonly faults: readonly FormField[];
  /** Extras' quantities, and the ids of those with a problem. */
  readonly extras: { readonly typed: TypedExtras; readonly faults: readonly string[] };
  /** Message about the previous submission's outcome. */
  readonly notice: string | null;
}

interface Shown {
  readonly stay: PageStayFragment;
  readonly quote: PageQuoteFragment;
  readonly wish: Wish;
}

/**
 * Describes the last page before a booking: the full price, the terms, and the guest's details
 * (docs/interface/storefronts.md#direct-booking).
 */
export function bookPage(visit: Visit, shown: Shown, form: BookingForm): ThemedPage {
  const { stay, quote, wish } = shown;
  return {
    name: 'request',
    title: visit.words.book.title,
    objects: requestObjects(visit, {
      step: 'book',
      heading: visit.words.book.title,
      unitType: stay,
      stay: wish,
      total: isFree(quote) ? quote : null,
    }),
    blocks: {
      request_form: html`${noticeOf(form)}${booking(visit, shown, form)}`,
      request_details: details(visit, shown),
    },
    head: NO_INDEX,
    plain: () => plainPage(visit, shown, form),
  };
}

const NO_INDEX = html`<meta name="robots" content="noindex">`;

const noticeOf = ({ notice }: BookingForm): Html | '' =>
  notice === null ? '' : html`<p class="notice warn" role="alert">${notice}</p>`;

const isFree = ({ problems }: PageQuoteFragment): boolean =>
  problems.every(({ code }) => code === 'hold_limit_guest' || code === 'hold_limit_agent');

/** Renders the form, below any reason why the stay can't be booked. */
function booking(visit: Visit, { stay, quote, wish }: Shown, form: BookingForm): Html {
  const { problems, timeZone } = quote;
  const path = `/stays/${stay.id}`;
  return html`${problems.length > 0 ? refusals(visit, problems, { wish, path, timeZone }) : ''}
${isFree(quote) ? guestForm(visit, quote, form) : ''}`;
}

const details = (
  visit: Visit,
  { quote, wish }: Shown,
): Html => html`<p class="wish">${wishLine(visit, wish)}</p>
${isFree(quote) ? offerDetails(visit, quote) : ''}`;

function plainPage(visit: Visit, shown: Shown, form: BookingForm): Html {
  const { words } = visit;
  const { stay, wish } = shown;
  const [photo] = photosOf(visit, stay);
  const path = `/stays/${stay.id}`;
  return page(
    visit,
    words.book.title,
    html`<p class="crumb"><a href="${linkTo(visit, pathFor(path, wish))}">${stay.name}</a></p>
<h1>${words.book.title}</h1>
${noticeOf(form)}
<div class="stay">
<div class="about">
${booking(visit, shown, form)}
</div>
<section class="offer" aria-label="${words.price}">
${photo ? picture(photo, { sizes: '(min-width: 60rem) 20rem, 100vw', first: true }) : ''}
<h2>${stay.name}</h2>
${details(visit, shown)}
</section>
</div>`,
    NO_INDEX,
  );
}

function guestForm(
  visit: Visit,
  { fingerprint, extras, currency }: PageQuoteFragment,
  form: BookingForm,
): Html {
  const { words } = visit;
  const { title, onBook: lead } = EXTRA_WORDS[visit.language];
  const { first_name, last_name, email, phone, arrival_time } = FIELDS;
  return html`<form class="guest" method="post">
<input type="hidden" name="attempt" value="${form.attempt}">
<input type="hidden" name="price" value="${seenPrice(fingerprint, extras)}">
<h2>${words.book.guest}</h2>
${[first_name, last_name, email, phone, arrival_time].map((field) => input(visit, form, field))}
${extras.length > 0 ? html`<h2>${title}</h2>` : ''}
${extraFields(visit, extras, { ...form.extras, currency, lead })}
${consent(visit, form)}
<button type="submit" class="primary">${words.book.submit}</button>
<p class="quiet">${words.book.next}</p>
</form>`;
}

/** Returns terms that guests accept before booking; empty if the host wrote no terms. */
export const termsOf = ({ storefront }: Visit) =>
  bookingPolicies(storefront).filter(({ kind }) => kind !== 'faq');

function consent(visit: Visit, { accepted, faults }: BookingForm): Html | string {
  const { words } = visit;
  const links = termsOf(visit).map(
    ({ kind, title }) => html`<a href="${linkTo(visit, `/policies/${kind}`)}" target="_blank">${title}</a>`,
  );
  if (links.length === 0) return '';
  const isWrong = faults.includes('terms');
  return html`<p class="consent"><label><input type="checkbox" name="terms" value="yes" required${accepted ? html` checked` : ''}${
    isWrong ? html` aria-invalid="true" aria-describedby="terms-fault"` : ''
  }> <span>${words.book.agree(links)}</span></label></p>
${isWrong ? html`<p class="fault" id="terms-fault">${words.book.faults.terms}</p>` : ''}`;
}

interface Field {
  readonly name: GuestField;
  readonly type: string;
  /** The browser's autocomplete token; `off` for text that no address book knows. */
  readonly complete: string;
  readonly most: number | null;
  readonly required: boolean;
}

const FIELDS: Readonly<Record<GuestField, Field>> = {
  first_name: { name: 'first_name', type: 'text', complete: 'given-name', most: MAX_NAME, required: true },
  last_name: { name: 'last_name', type: 'text', complete: 'family-name', most: MAX_NAME, required: true },
  email: { name: 'email', type: 'email', complete: 'email', most: MAX_EMAIL, required: true },
  phone: { name: 'phone', type: 'tel', complete: 'tel', most: MAX_PHONE, required: false },
  arrival_time: { name: 'arrival_time', type: 'time', complete: 'off', most: null, required: false },
};

function input({ words }: Visit, { values, faults }: BookingForm, field: Field): Html {
  const { name, type, complete, most, required } = field;
  const isWrong = faults.includes(name);
  const label = name === 'arrival_time' ? words.arrivalTime.label : words.book.fields[name];
  const fault = name === 'arrival_time' ? words.arrivalTime.fault : words.book.faults[name];
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${values[name]}" autocomplete="${complete}"${most === null ? '' : html` maxlength="${most}"`}${required ? html` required` : ''}${
    isWrong ? html` aria-invalid="true" aria-describedby="${name}-fault"` : ''
  }>
${isWrong ? html`<p class="fault" id="${name}-fault">${fault}</p>` : ''}`;
}
