import { html } from 'hono/html';
import { monthIn, plainDay } from '#kit/language.ts';
import { formatMoney } from '#kit/money.ts';
import type { Html } from '../../page/shell.ts';
import type { OpenStatementPaymentMutation, OpenStatementQuery } from '../generated.ts';
import { alert, page } from './layout.ts';

export type Statement = NonNullable<OpenStatementQuery['appInvoiceByPermalink']>;
type Attempt = NonNullable<NonNullable<Statement['paymentMethods']>['latest']>;
type Refusal = NonNullable<OpenStatementPaymentMutation['statementPaymentOpen']['refusal']>;

interface Shown {
  /** The page's own path. */
  readonly path: string;
  /** Explains a failed attempt to pay. */
  readonly notice: string | null;
  /** True while the payment of someone who returned from paying isn't confirmed. */
  readonly isWaiting: boolean;
}

type State = 'unpaid' | 'overdue' | 'pending' | 'paid' | 'credited';

const STATE_WORDS: Readonly<Record<State, string>> = {
  unpaid: 'Not paid yet',
  overdue: 'Overdue',
  pending: 'Payment pending',
  paid: 'Paid',
  credited: 'Credited',
};

/** Returns a message about a refused choice; null if the page itself explains it. */
export const refusalText = (refusal: Refusal): string | null => REFUSED[refusal];

const REFUSED: Readonly<Record<Refusal, string | null>> = {
  booking_not_found: null,
  nothing_to_pay: null,
  declined: null,
  price_changed: null,
  method_not_found: "This payment method isn't available. Choose another one.",
  app_failed: "The payment method doesn't respond right now. Try again in a few minutes.",
};

/** Renders a statement or credit note with its parties, lines, tax and status, and the form to pay it. */
export function statementPage(statement: Statement, { path, notice, isWaiting }: Shown): Html {
  const { kind, number, currency, month, issuer, recipient, lines, tax, total } = statement;
  const { amountDue, creditNoteOf, issuedAt, paymentMethods } = statement;
  const title = kind === 'statement' ? `Statement ${number}` : `Credit note ${number}`;
  const state = stateOf(statement);
  const row = (name: string, amount: number, type = '') =>
    html`<tr class="${type}"><th scope="row">${name}</th><td>${formatMoney(amount, currency)}</td></tr>`;
  return page(
    title,
    html`<article class="statement" data-payment-status="${state}">
<p class="badge ${state}">${kind === 'statement' ? STATE_WORDS[state] : 'Credit note'}</p>
<h1>${title}</h1>
<p>${
      creditNoteOf === null
        ? html`Paid apps and themes of <strong>${recipient.name}</strong> in ${monthIn('en', `${month}-01`)}.`
        : html`For statement ${creditNoteOf} to <strong>${recipient.name}</strong>.`
    } Issued on ${day(issuedAt)}${issuer ? html` by ${issuer.name}` : ''}.</p>
<table><tbody>
${lines.map(({ description, amount }) => row(description, amount))}
${tax === 0 ? '' : row('Tax', tax)}
${row('Total', total, 'total')}
${amountDue > 0 && amountDue < total ? html`${row('Credited', amountDue - total)}${row('Left to pay', amountDue, 'total')}` : ''}
</tbody></table>
<p>${statusOf(statement)}</p>
${alert(notice)}
${amountDue > 0 && paymentMethods ? payment(statement, paymentMethods, { path, isWaiting }) : ''}
<p class="small"><a href="${path}.pdf">Download as PDF</a></p>
</article>`,
  );
}

/** Renders the page for someone who returned from paying in a browser that never opened the statement. */
export const returnedPage = (): Html =>
  page(
    'Thank you',
    html`<h1>Thank you</h1>
<p>Open the statement's address again to see whether the payment has arrived. You can close this page.</p>`,
  );

function stateOf({ kind, status, isOverdue, paymentMethods }: Statement): State {
  if (kind === 'credit_note' || status === 'credited') return 'credited';
  if (status === 'paid') return 'paid';
  if (paymentMethods?.latest?.status === 'PENDING') return 'pending';
  return isOverdue ? 'overdue' : 'unpaid';
}

function statusOf({
  kind,
  status,
  amountDue,
  currency,
  dueAt,
  paidAt,
  paidThrough,
  isOverdue,
}: Statement): string {
  if (kind === 'credit_note')
    return 'The credit reduces what the statement owes, or is carried over to the next one.';
  if (status === 'paid')
    return `Paid on ${day(paidAt ?? dueAt)}${paidThrough ? ` with ${paidThrough}` : ''}. Thank you.`;
  if (status === 'credited') return "This statement was credited in full, so there's nothing to pay.";
  const amount = formatMoney(amountDue, currency);
  return isOverdue
    ? `${amount} was due on ${day(dueAt)}. Its apps stop working if it stays unpaid.`
    : `${amount} is due on ${day(dueAt)}.`;
}

function payment(
  { number, amountDue, currency }: Statement,
  { methods, latest }: NonNullable<Statement['paymentMethods']>,
  { path, isWaiting }: Omit<Shown, 'notice'>,
): Html {
  const isPending = latest?.status === 'PENDING';
  const offer =
    methods.length === 0
      ? html`<p>Pay it to the platform's operator and give the number ${number}.</p>`
      : form(methods, { path, amount: formatMoney(amountDue, currency) });
  return html`<section aria-labelledby="pay">
<h2 id="pay">Pay this statement</h2>
${isWaiting ? html`<p class="notice" role="status">We're waiting for the payment. This page shows it as soon as it arrives.</p>` : ''}
${latest && !isWaiting ? attemptNote(latest) : ''}
${isWaiting || isPending ? html`<details><summary>Pay another way</summary>${offer}</details>` : offer}
</section>`;
}

const form = (
  methods: NonNullable<Statement['paymentMethods']>['methods'],
  { path, amount }: { readonly path: string; readonly amount: string },
): Html => html`<form method="post" action="${path}">
<fieldset><legend>Payment method</legend>
${methods.map(
  ({ id, name }, place) =>
    html`<label class="choice"><input type="radio" name="method" value="${id}" required${place === 0 ? html` checked` : ''}> ${name}</label>`,
)}
</fieldset>
<div class="actions"><button type="submit" class="primary">Pay ${amount}</button></div>
</form>`;

function attemptNote({ status, methodName, message, decline }: Attempt): Html | string {
  const said = message === null ? '' : ` ${message}`;
  if (status === 'PENDING')
    return html`<p class="notice" role="status">The payment with ${methodName} is on its way.${said}</p>`;
  if (status !== 'REJECTED') return '';
  return decline
    ? alert(`${methodName} can't take this amount.${said} Nothing was charged.`)
    : html`<p class="notice" role="status">The payment with ${methodName} failed.${said}</p>`;
}

/** Formats an instant's UTC date: `15 February 2040`. */
const day = (instant: string): string => plainDay('en', instant.slice(0, 10));
