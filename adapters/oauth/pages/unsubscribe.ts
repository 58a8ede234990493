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
  const title = muted ? 'You are unsubscribed' : 'Unsubscribe';
  return page(
    title,
    html`<h1>${title}</h1>
<p>${
      muted
        ? html`You no longer get emails about ${subject} of <strong>${team}</strong>.`
        : html`Stop emails about ${subject} of <strong>${team}</strong>? Your colleagues still get theirs.`
    }</p>
<form method="post" action="${path}">
  ${hidden({ muted: muted ? 'no' : 'yes' })}
  <div class="actions"><button type="submit" class="primary">${muted ? 'Subscribe again' : 'Unsubscribe'}</button></div>
</form>`,
  );
}
