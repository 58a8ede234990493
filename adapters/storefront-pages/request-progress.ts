import { html } from 'hono/html';
import { countIn, localTime, moneyIn, partyIn, shortDay } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { RequestShownFragment } from './generated.ts';
import type { Injected } from './injections/injected.ts';
import { page } from './layout.ts';
import { pathFor } from './stay-query.ts';
import { requestObjects } from './theme/objects.ts';
import type { OwnPage } from './theme/personal.ts';
import type { ThemedPage } from './theme/themed.ts';
import { type ThreadShown, threadSection } from './thread.ts';
import { linkTo, type Visit } from './visit.ts';
import { REQUEST_WORDS } from './words/request-words.ts';

const BADGES: Readonly<Partial<Record<RequestShownFragment['status'], string>>> = {
  unverified: 'awaiting_payment',
  pending: 'awaiting_payment',
  accepted: 'awaiting_payment',
  booked: 'paid',
};

/** Describes a request's progress: the requested stay, the next step and the guest's options. */
export function progressPage(visit: Visit, request: RequestShownFragment, around: Around): ThemedPage {
  const { progress } = REQUEST_WORDS[visit.language];
  const { reference, status, title: name, units, checkIn, checkOut, party, quote } = request;
  const title = progress.title(reference);
  const { injected, thread } = around;
  const badge = html`<p class="badge ${BADGES[status] ?? 'released'}">${progress.state[status]}</p>`;
  const state = html`<p class="lead">${progress.text[status]}</p>
${request.test ? html`<p class="notice">${progress.test}</p>` : ''}
${actions(visit, request)}`;
  const answers = html`${status === 'pending' ? next(visit) : ''}
${status === 'pending' ? withdrawal(visit, request) : ''}`;
  return {
    name: 'request',
    title,
    objects: requestObjects(visit, {
      step: 'progress',
      heading: title,
      name,
      stay: { ...party, units, checkIn, checkOut },
      total: quote,
    }),
    blocks: {
      request_form: html`<div data-request-status="${status}">${badge}${state}${answers}</div>`,
      request_details: stayOf(visit, request),
      message_form: thread ? threadSection(visit, thread) : '',
      'slot:request.after': injected.at('request.after'),
    },
    injected,
    plain: () =>
      page(
        visit,
        title,
        html`<article data-request-status="${status}">
${badge}
<h1>${title}</h1>
${state}
${stayOf(visit, request)}
${answers}
${thread ? threadSection(visit, thread) : ''}${injected.at('request.after')}
</article>`,
        null,
        injected,
      ),
  };
}

/** The page's other content. */
interface Around {
  readonly injected: Injected;
  /** Conversation between guest and host; null if it isn't shown. */
  readonly thread: ThreadShown | null;
}

/**
 * Renders the page behind the email's link. It needs a button to confirm, because email scanners follow
 * links.
 */
export function verifyPage(visit: Visit, request: RequestShownFragment): OwnPage {
  const { verify } = REQUEST_WORDS[visit.language];
  return {
    title: verify.title,
    main: html`<h1>${verify.title}</h1>
<p class="lead">${verify.text}</p>
${stayOf(visit, request)}
<form method="post"><button type="submit" class="primary">${verify.button}</button></form>`,
  };
}

/** Renders the page shown after submitting the form. */
export function mailboxPage(visit: Visit, email: string): OwnPage {
  const { mailbox } = REQUEST_WORDS[visit.language];
  return {
    title: mailbox.title,
    main: html`<h1>${mailbox.title}</h1><p class="lead">${mailbox.text(email)}</p><p class="quiet">${mailbox.nothing}</p>`,
  };
}

/** Renders the page for an expired link. */
export function linkOverPage(visit: Visit): OwnPage {
  const { over, progress } = REQUEST_WORDS[visit.language];
  return {
    title: over.title,
    main: html`<h1>${over.title}</h1><p class="lead">${over.text}</p><p><a href="${linkTo(visit, '/')}">${progress.again}</a></p>`,
  };
}

/** Renders the page shown if the storefront doesn't accept requests. */
export function notTakenPage(visit: Visit, unitTypeId: string): OwnPage {
  const { notTaken } = REQUEST_WORDS[visit.language];
  return {
    title: notTaken.title,
    main: html`<h1>${notTaken.title}</h1><p class="lead">${notTaken.text}</p><p><a href="${linkTo(visit, `/stays/${unitTypeId}`)}">${notTaken.back}</a></p>`,
  };
}

/** Renders the requested stay, its next deadline and its price. */
function stayOf(visit: Visit, request: RequestShownFragment): Html {
  const { language, words } = visit;
  const texts = REQUEST_WORDS[language];
  const { title, units, checkIn, checkOut, party, arrivalTime, quote, status, timeZone, respondBy, payBy } =
    request;
  const until = (label: string, at: string) =>
    html`<div><dt>${label}</dt><dd><time datetime="${at}">${localTime(language, at, timeZone)}</time></dd></div>`;
  return html`<dl class="sheet">
  ${status === 'pending' && respondBy ? until(texts.progress.answerBy, respondBy) : ''}
  ${status === 'accepted' && payBy ? until(texts.progress.payBy, payBy) : ''}
  <div><dt>${texts.stay}</dt><dd>${title}${units > 1 ? `, ${countIn(language, units, words.units)}` : ''}</dd></div>
  <div><dt>${words.checkIn}</dt><dd><time datetime="${checkIn}">${shortDay(language, checkIn)}</time></dd></div>
  <div><dt>${words.checkOut}</dt><dd><time datetime="${checkOut}">${shortDay(language, checkOut)}</time></dd></div>
  <div><dt>${words.guestsLabel}</dt><dd>${partyIn(language, party)}</dd></div>
  ${arrivalTime === null ? '' : html`<div><dt>${words.arrivalTime.title}</dt><dd>${arrivalTime}</dd></div>`}
  <div><dt>${texts.total}</dt><dd>${moneyIn(language, quote.total, quote.currency)}</dd></div>
</dl>`;
}

/** Renders the guest's possible next actions: pay, open the booking, or find available stays. */
function actions(visit: Visit, request: RequestShownFragment): Html | string {
  const { language } = visit;
  const { progress } = REQUEST_WORDS[language];
  const { status, permalinkId, nearest, unitTypeId, party, units } = request;
  if (permalinkId !== null && (status === 'accepted' || status === 'booked')) {
    return html`<p><a class="button" href="${linkTo(visit, `/bookings/${permalinkId}`)}">${status === 'accepted' ? progress.pay : progress.seeBooking}</a></p>`;
  }
  if (status === 'unverified' || status === 'pending') return '';
  const free = nearest.map(
    (dates) =>
      html`<li><a href="${linkTo(visit, pathFor(`/stays/${unitTypeId}/request`, { ...party, units, ...dates }))}">${shortDay(language, dates.checkIn)} – ${shortDay(language, dates.checkOut)}</a></li>`,
  );
  return html`${free.length > 0 ? html`<p>${progress.nearest}</p><ul>${free}</ul>` : ''}
<p><a href="${linkTo(visit, '/')}">${progress.again}</a></p>`;
}

const next = ({ language }: Visit): Html => {
  const { progress } = REQUEST_WORDS[language];
  return html`<h2>${progress.next}</h2><ol>${progress.steps.map((step) => html`<li>${step}</li>`)}</ol>`;
};

const withdrawal = (visit: Visit, { id }: RequestShownFragment): Html =>
  html`<form method="post" action="${linkTo(visit, `/requests/${id}/withdraw`)}"><button type="submit">${REQUEST_WORDS[visit.language].progress.withdraw}</button></form>`;
