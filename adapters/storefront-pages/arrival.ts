import { html } from 'hono/html';
import type { Html } from '../page/shell.ts';
import type { BookedPlaceQuery, BookingPageQuery } from './generated.ts';
import { addressLine, coordinates, directionsLink, mapLink } from './place.ts';
import type { Visit } from './visit.ts';

type Booking = NonNullable<BookingPageQuery['bookingByPermalink']>;
/** Where the guests of a confirmed booking stay. */
export type BookedPlace = NonNullable<BookedPlaceQuery['unitTypePage']>['property'];

/** What a guest with a confirmed booking needs to arrive: where, when, and whom to call. */
export function arrival(visit: Visit, property: BookedPlace): Html {
  const { words } = visit;
  const { name, address, geo, contact, checkInFrom, checkInUntil, checkOutUntil } = property;
  return html`<section aria-labelledby="place"><h2 id="place">${words.place.title}</h2>
<p><strong>${name}</strong>${address ? html`<br>${addressLine(visit, address)}` : ''}${geo ? html`<br><span class="quiet">${coordinates(geo)}</span>` : ''}</p>
${geo ? html`<p>${mapLink(visit, geo, true)} · ${directionsLink(visit, geo)}</p>` : ''}
<dl class="sheet">
  ${checkInFrom ? html`<div><dt>${words.checkIn}</dt><dd>${words.facts.between(checkInFrom, checkInUntil)}</dd></div>` : ''}
  ${checkOutUntil ? html`<div><dt>${words.checkOut}</dt><dd>${words.facts.by(checkOutUntil)}</dd></div>` : ''}
  ${[contact?.phone, contact?.email].map((reach) => (reach ? html`<div><dt>${words.booking.reach}</dt><dd>${reach}</dd></div>` : ''))}
</dl></section>`;
}

/** How far a booking is: reserved, to be paid, confirmed. */
export function progress({ words }: Visit, { status }: Booking): Html | string {
  if (status !== 'held' && status !== 'confirmed') return '';
  const { reserved, pay, confirmed } = words.booking.steps;
  const at = status === 'held' ? 1 : 2;
  return html`<ol class="steps" aria-label="${words.booking.progress}">${[reserved, pay, confirmed].map(
    (step, place) =>
      html`<li${place < at || status === 'confirmed' ? html` class="done"` : ''}${place === at ? html` aria-current="step"` : ''}>${step}</li>`,
  )}</ol>`;
}
