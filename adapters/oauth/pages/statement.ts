import { html } from 'hono/html';
import { type Language, moneyIn, monthIn, plainDay } from '#kit/language.ts';
import type { Html } from '../../page/shell.ts';
import { statementLine } from '../../storefront-pages/invoice/statement-line.ts';
import { languages } from '../../storefront-pages/layout.ts';
import { inLanguage, linkTo, type Visit } from '../../storefront-pages/visit.ts';
import { INVOICE_WORDS } from '../../storefront-pages/words/invoice-words.ts';
import { STATEMENT_WORDS, type StatementWords } from '../../storefront-pages/words/statement-words.ts';
import type { OpenStatementPaymentMutation, OpenStatementQuery } from '../generated.ts';
import { alert, page } from './layout.ts';

export type Statement = NonNullable<OpenStatementQuery['appInvoiceByPermalink']>;
type Attempt = NonNullable<NonNullable<Statement['paymentMethods']>['latest']>;
type Refusal = NonNullable<OpenStatementPaymentMutation['statementPaymentOpen']['refusal']>;

interface Shown {
  readonly visit: Visit<null>;
  /** The page's own path. */
  readonly path: string;
  /** Explains a failed attempt to pay. */
  readonly notice: string | null;
  /** True while the payment of someone who returned from paying isn't confirmed. */
  readonly isWaiting: boolean;
}

type State = keyof StatementWords['states'];

/** Returns a message about a refused choice; null if the page itself explains it. */
export const refusalText = (language: Language, refusal: Refusal): string | null =>
  refusal === 'method_not_found' || refusal === 'app_failed'
    ? STATEMENT_WORDS[language].refused[refusal]
    : null;

/** Renders a statement or credit note with its parties, lines, tax and status, and the form to pay it. */
export function statementPage(statement: Statement, shown: Shown): Html {
  const { kind, number, currency, month, issuer, recipient, lines, tax, total } = statement;
  const { amountDue, creditNoteOf, issuedAt, paymentMethods, reopenedAt } = statement;
  const { visit, path, notice } = shown;
  const { language } = visit;
  const words = STATEMENT_WORDS[language];
  const invoices = INVOICE_WORDS[language];
  const title = kind === 'statement' ? `${words.statement} ${number}` : invoices.creditNoteNumber(number);
  const [name = '', rest = ''] = title.split(number);
  const state = stateOf(statement);
  const row = (name: string, amount: number, type = '') =>
    html`<tr class="${type}"><th scope="row">${name}</th><td>${moneyIn(language, amount, currency)}</td></tr>`;
  return page(
    title,
    html`<article class="statement" data-payment-status="${state}">
<p class="badge ${state}">${kind === 'statement' ? words.states[state] : invoices.creditNote}</p>
<h1>${name}<span class="number">${number}</span>${rest}</h1>
<p>${creditNoteOf === null ? words.charges(monthIn(language, `${month}-01`)) : words.corrects(creditNoteOf)}<br>
${words.recipient}: <strong>${recipient.name}</strong><br>
${issuer ? html`${words.issuedBy}: ${issuer.name}<br>` : ''}
${invoices.issuedOn}: ${day(language, issuedAt)}</p>
<table><tbody>
${lines.map(({ description, amount }) => row(statementLine(language, description), amount))}
${tax === 0 ? '' : row(invoices.tax, tax)}
${row(invoices.total, total, 'total')}
${amountDue > 0 && amountDue < total ? html`${row(reopenedAt === null ? words.credited : words.settled, amountDue - total)}${row(words.leftToPay, amountDue, 'total')}` : ''}
</tbody></table>
<p>${statusOf(statement, language)}</p>
${alert(notice)}
${amountDue > 0 && paymentMethods ? payment(statement, paymentMethods, shown) : ''}
<p class="small"><a href="${inLanguage(`${path}.pdf`, language)}">${invoices.pdf}</a></p>
</article>
${languages(visit)}`,
    language,
  );
}

/** Renders the page for someone who returned from paying in a browser that never opened the statement. */
export function returnedPage(language: Language): Html {
  const { thanks, returned } = STATEMENT_WORDS[language];
  return page(
    thanks,
    html`<h1>${thanks}</h1>
<p>${returned}</p>`,
    language,
  );
}

function stateOf({ kind, status, isOverdue, paymentMethods }: Statement): State {
  if (kind === 'credit_note' || status === 'credited') return 'credited';
  if (status === 'paid') return 'paid';
  if (paymentMethods?.latest?.status === 'PENDING') return 'pending';
  return isOverdue ? 'overdue' : 'unpaid';
}

function statusOf(
  { kind, status, amountDue, currency, dueAt, paidAt, paidThrough, reopenedAt, isOverdue }: Statement,
  language: Language,
): string {
  const words = STATEMENT_WORDS[language];
  if (kind === 'credit_note') return words.creditNoteUse;
  if (status === 'paid') return words.paid(day(language, paidAt ?? dueAt), paidThrough);
  if (status === 'credited') return words.creditedInFull;
  const due = isOverdue ? words.wasDue : words.isDue;
  const text = due(moneyIn(language, amountDue, currency), day(language, dueAt));
  return reopenedAt === null ? text : `${words.takenBack} ${text}`;
}

function payment(
  { number, amountDue, currency }: Statement,
  { methods, latest }: NonNullable<Statement['paymentMethods']>,
  { visit, path, isWaiting }: Omit<Shown, 'notice'>,
): Html {
  const { language } = visit;
  const words = STATEMENT_WORDS[language];
  const isPending = latest?.status === 'PENDING';
  const offer =
    methods.length === 0
      ? html`<p>${words.payOperator(number)}</p>`
      : form(methods, {
          words,
          action: linkTo(visit, path),
          amount: moneyIn(language, amountDue, currency),
        });
  return html`<section aria-labelledby="pay">
<h2 id="pay">${words.payHeading}</h2>
${isWaiting ? html`<p class="notice" role="status">${words.waiting}</p>` : ''}
${latest && !isWaiting ? attemptNote(latest, visit) : ''}
${isWaiting || isPending ? html`<details><summary>${visit.words.payment.payAnotherWay}</summary>${offer}</details>` : offer}
</section>`;
}

const form = (
  methods: NonNullable<Statement['paymentMethods']>['methods'],
  {
    words,
    action,
    amount,
  }: { readonly words: StatementWords; readonly action: string; readonly amount: string },
): Html => html`<form method="post" action="${action}">
<fieldset><legend>${words.method}</legend>
${methods.map(
  ({ id, name }, place) =>
    html`<label class="choice"><input type="radio" name="method" value="${id}" required${place === 0 ? html` checked` : ''}> ${name}</label>`,
)}
</fieldset>
<div class="actions"><button type="submit" class="primary">${words.pay(amount)}</button></div>
</form>`;

function attemptNote(
  { status, methodName, message, decline }: Attempt,
  { language, words: guests }: Visit<null>,
): Html | string {
  const words = STATEMENT_WORDS[language];
  const said = message === null ? '' : ` ${message}`;
  if (status === 'PENDING')
    return html`<p class="notice" role="status">${words.pending(methodName)}${said}</p>`;
  if (status !== 'REJECTED') return '';
  return decline
    ? alert(`${words.declined(methodName)}${said} ${guests.payment.notCharged}`)
    : html`<p class="notice" role="status">${words.failed(methodName)}${said}</p>`;
}

/** Formats an instant's UTC date: `15 February 2040`. */
const day = (language: Language, instant: string): string => plainDay(language, instant.slice(0, 10));
