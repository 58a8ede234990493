import { html } from 'hono/html';
import type { Html } from '../page/shell.ts';
import type { BookedPlaceQuery, BookingPageQuery } from './generated.ts';
import { addressLine, coordinates, directionsLink, mapLink } from './place.ts';
import type { Visit } from './visit.ts';

type Booking = NonNullable<BookingPageQuery['bookingByPermalink']>;
/** Location of a confirmed booking. */
export type BookedPlace = NonNullable<BookedPlaceQuery['unitTypePage']>['property'];

/** Renders arrival details for a guest with a confirmed booking: address, times and contact. */
export function arrival(visit: Visit, property: BookedPlace): Html {
  const { words } = visit;
  const { name, address, geo, contact, checkInFrom, checkInUntil, checkOutUntil } = property;
  return html`<section aria-labelledby="place"><h2 id="place">${words.place.title}</h2>
<p><strong>${name}</strong>${address ? html`<br>${addressLine(visit, address)}` : ''}${geo ? html`<br><span class="quiet">${coordinates(visit, geo)}</span>` : ''}</p>
${geo ? html`<p>${mapLink(visit, geo, true)} · ${directionsLink(visit, geo)}</p>` : ''}
<dl class="sheet">
  ${checkInFrom ? html`<div><dt>${words.checkIn}</dt><dd>${words.facts.between(checkInFrom, checkInUntil)}</dd></div>` : ''}
  ${checkOutUntil ? html`<div><dt>${words.checkOut}</dt><dd>${words.facts.by(checkOutUntil)}</dd></div>` : ''}
  ${[contact?.phone, contact?.email].map((reach) => (reach ? html`<div><dt>${words.booking.reach}</dt><dd>${reach}</dd></div>` : ''))}
</dl></section>`;
}

/** Renders a booking's progress: reserved, awaiting payment, confirmed. A free stay skips payment. */
export function progress({ words }: Visit, { status, totals }: Booking): Html | string {
  if (status !== 'held' && status !== 'confirmed') return '';
  const { reserved, pay, confirmed } = words.booking.steps;
  const isFree = totals.every(({ kind, amount }) => kind !== 'total' || amount === 0);
  const steps = isFree ? [reserved, confirmed] : [reserved, pay, confirmed];
  const at = status === 'held' ? 1 : steps.length - 1;
  return html`<ol class="steps" aria-label="${words.booking.progress}">${steps.map(
    (step, place) =>
      html`<li${place < at || status === 'confirmed' ? html` class="done"` : ''}${place === at ? html` aria-current="step"` : ''}>${step}</li>`,
  )}</ol>`;
}
