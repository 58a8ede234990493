import { html } from 'hono/html';
import { countIn, partyIn, shortDay } from '#kit/language.ts';
import { MAX_NAME, MAX_PHONE, MAX_REQUEST_ANSWER, MAX_REQUEST_TEXT } from '#schema/limits.ts';
import type { Html } from '../page/shell.ts';
import type { RequestFormQuery } from './generated.ts';
import { page } from './layout.ts';
import { offerDetails, refusals } from './offer.ts';
import { photosOf, picture } from './photos.ts';
import type { Faults, RequestForm } from './request-form.ts';
import { pathFor, type Wish } from './stay-query.ts';
import { requestObjects } from './theme/objects.ts';
import type { ThemedPage } from './theme/themed.ts';
import { linkTo, type Visit } from './visit.ts';
import { REQUEST_WORDS } from './words/request-words.ts';

/** The requested stay and its price. */
export interface Requested {
  readonly wish: Wish;
  readonly unitType: NonNullable<RequestFormQuery['unitTypePage']>;
  readonly terms: NonNullable<RequestFormQuery['requestTerms']>;
  readonly quote: RequestFormQuery['stayQuote'];
}

const HOUR = 3_600;

/** Describes the page where a guest requests a stay: its current price, the guest's details and their message. */
export function requestPage(visit: Visit, asked: Requested, form: RequestForm, wrong: Wrong): ThemedPage {
  const { unitType, wish, quote } = asked;
  const words = REQUEST_WORDS[visit.language];
  const title = words.title(unitType.name);
  return {
    name: 'request',
    title,
    objects: requestObjects(visit, {
      step: 'request',
      heading: words.heading,
      unitType,
      stay: wish,
      total: quote.problems.length === 0 ? quote : null,
    }),
    blocks: { request_form: asking(visit, asked, form, wrong), request_details: details(visit, asked) },
    plain: () => plainPage(visit, title, asked, html`${asking(visit, asked, form, wrong)}`),
  };
}

function plainPage(visit: Visit, title: string, asked: Requested, asking: Html): Html {
  const { wish, unitType, quote } = asked;
  const words = REQUEST_WORDS[visit.language];
  const [photo] = photosOf(visit, unitType);
  return page(
    visit,
    title,
    html`<p class="crumb"><a href="${linkTo(visit, pathFor(`/stays/${unitType.id}`, wish))}">${unitType.name}</a>, ${unitType.property.name}</p>
<h1>${words.heading}</h1>
<div class="request">
<div class="request-stay">
${photo ? picture(photo, { sizes: '(min-width: 60rem) 24rem, 100vw', first: true }) : ''}
${details(visit, asked)}
<p><a href="${linkTo(visit, pathFor(`/stays/${unitType.id}`, wish))}">${quote.problems.length === 0 ? words.details : words.changeStay}</a></p>
</div>
${asking}
</div>`,
  );
}

/** Renders the requested stay with its price, or the reason why it can't be requested. */
function details(visit: Visit, { wish, unitType, quote }: Requested): Html {
  const { language } = visit;
  const { problems, timeZone } = quote;
  const path = `/stays/${unitType.id}/request`;
  return html`<dl class="sheet">
  <div><dt>${REQUEST_WORDS[language].stay}</dt><dd>${unitType.name}</dd></div>
  <div><dt>${visit.words.checkIn}</dt><dd><time datetime="${wish.checkIn}">${shortDay(language, wish.checkIn)}</time></dd></div>
  <div><dt>${visit.words.checkOut}</dt><dd><time datetime="${wish.checkOut}">${shortDay(language, wish.checkOut)}</time></dd></div>
  <div><dt>${visit.words.guestsLabel}</dt><dd>${partyIn(language, wish)}${wish.units > 1 ? `, ${countIn(language, wish.units, visit.words.units)}` : ''}</dd></div>
</dl>
${problems.length === 0 ? offerDetails(visit, quote) : refusals(visit, problems, { wish, path, timeZone })}`;
}

/** Renders the form; empty if the stay can't be requested. */
function asking(visit: Visit, { terms, quote }: Requested, form: RequestForm, wrong: Wrong): Html | '' {
  if (quote.problems.length > 0) return '';
  const { language } = visit;
  const words = REQUEST_WORDS[language];
  const hours = Math.max(1, Math.round(terms.respondWithinSeconds / HOUR));
  return html`<div class="request-form">
<p class="lead">${words.lead} ${words.answered(countIn(language, hours, visit.words.hours))}</p>
${guestForm(visit, terms.questions, form, wrong)}
</div>`;
}

/** Errors to display, per field and for the request as a whole. */
interface Wrong {
  readonly faults: Faults;
  readonly refusal: string | null;
}

function guestForm(
  visit: Visit,
  questions: Requested['terms']['questions'],
  form: RequestForm,
  wrong: Wrong,
): Html {
  const { storefront, language } = visit;
  const words = REQUEST_WORDS[language];
  const { faults, refusal } = wrong;
  const links = storefront.policies.filter(
    ({ kind }) => kind === 'terms_of_service' || kind === 'privacy_policy',
  );
  const whole = refusal === 'TOO_LATE' || refusal === 'TOO_MANY' ? words.faults[refusal] : words.faults.other;
  return html`<form method="post" class="asking">
<h2>${words.you}</h2>
${faults.size > 0 ? html`<p class="notice" role="alert">${words.fix}</p>` : ''}
${refusal === null ? '' : html`<p class="notice" role="alert">${whole}</p>`}
<input type="hidden" name="key" value="${form.key}">
<div class="two">
${field(visit, faults, 'first_name', words.firstName, (attributes) => html`<input name="first_name" autocomplete="given-name" maxlength="${MAX_NAME}" required value="${form.firstName}" ${attributes}>`)}
${field(visit, faults, 'last_name', words.lastName, (attributes) => html`<input name="last_name" autocomplete="family-name" maxlength="${MAX_NAME}" required value="${form.lastName}" ${attributes}>`)}
</div>
${field(visit, faults, 'email', words.email, (attributes) => html`<input name="email" type="email" autocomplete="email" maxlength="254" required value="${form.email}" ${attributes}>`, words.emailHint)}
${field(visit, faults, 'phone', words.phone, (attributes) => html`<input name="phone" type="tel" autocomplete="tel" maxlength="${MAX_PHONE}" value="${form.phone}" ${attributes}>`)}
${field(visit, faults, 'arrival_time', visit.words.arrivalTime.label, (attributes) => html`<input name="arrival_time" type="time" autocomplete="off" value="${form.arrivalTime}" ${attributes}>`)}
${questions.map((question, place) => {
  const name = `answer_${place}`;
  const given = form.answers[place] ?? '';
  const label = question.required ? question.text : words.optional(question.text);
  const required = question.required ? html` required` : '';
  return field(visit, faults, name, label, (attributes) =>
    question.choices.length > 0
      ? html`<select name="${name}"${required} ${attributes}><option value="">${words.choose}</option>${question.choices.map(
          (choice) => html`<option${choice === given ? html` selected` : ''}>${choice}</option>`,
        )}</select>`
      : html`<input name="${name}" maxlength="${MAX_REQUEST_ANSWER}"${required} value="${given}" ${attributes}>`,
  );
})}
${field(visit, faults, 'message', words.message, (attributes) => html`<textarea name="message" rows="5" maxlength="${MAX_REQUEST_TEXT}" ${attributes}>${form.message}</textarea>`)}
<div class="consent"><label><input type="checkbox" name="terms" value="yes" required${form.terms ? html` checked` : ''}${faults.has('terms') ? html` aria-invalid="true" aria-describedby="fault-terms"` : ''}> <span>${words.terms}</span></label>
${faults.has('terms') ? html`<p class="fault" id="fault-terms">${words.faults.terms}</p>` : ''}
${
  links.length > 0
    ? html`<p class="quiet">${words.readTerms} ${links.map(({ kind, title }) => html`<a href="${linkTo(visit, `/policies/${kind}`)}" target="_blank" rel="noopener">${title}</a> `)}</p>`
    : ''
}</div>
<button type="submit" class="primary">${words.send}</button>
</form>`;
}

/** Renders a field with its label, and any error below it. */
function field(
  { words, language }: Visit,
  faults: Faults,
  name: string,
  label: string,
  control: (attributes: Html) => Html,
  hint: string | null = null,
): Html {
  const fault = faults.get(name);
  const says =
    fault === 'arrivalTime' ? words.arrivalTime.fault : fault && REQUEST_WORDS[language].faults[fault];
  const described = [...(hint === null ? [] : [`hint-${name}`]), ...(fault ? [`fault-${name}`] : [])];
  const attributes = html`id="${name}"${fault ? html` aria-invalid="true"` : ''}${described.length > 0 ? html` aria-describedby="${described.join(' ')}"` : ''}`;
  return html`<p class="field"><label for="${name}">${label}</label>${control(attributes)}
${hint === null ? '' : html`<small id="hint-${name}">${hint}</small>`}
${fault ? html`<small class="fault" id="fault-${name}">${says}</small>` : ''}</p>`;
}
