import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import type { OpenNoticesQuery } from '../generated.ts';
import { hidden, page } from './layout.ts';

type Subscription = NonNullable<OpenNoticesQuery['noticeSubscription']>;

const SUBJECTS: Readonly<Record<Subscription['kind'], string>> = {
  bookings: 'bookings',
  requests: 'requests to book',
  messages: 'messages from guests',
  calendars: 'overbooked nights',
};

/**
 * Renders the page that unsubscribes from a kind of notice, or subscribes again. It has a button because
 * programs that scan emails follow links.
 */
export function unsubscribePage({ team, kind, muted }: Subscription, path: string): Html {
  const subject = SUBJECTS[kind];
  const title = muted ? "You're unsubscribed" : 'Unsubscribe';
  return page(
    title,
    html`<h1>${title}</h1>
<p>${
      muted
        ? html`You'll no longer get emails about ${subject} for <strong>${team}</strong>.`
        : html`Stop emails about ${subject} for <strong>${team}</strong>? Your colleagues will still get theirs.`
    }</p>
<form method="post" action="${path}">
  ${hidden({ muted: muted ? 'no' : 'yes' })}
  <div class="actions"><button type="submit" class="primary">${muted ? 'Subscribe again' : 'Unsubscribe'}</button></div>
</form>`,
  );
}
