import { html } from 'hono/html';
import { formatMoney } from '#kit/money.ts';
import type { Html } from '../../page/shell.ts';
import type { OpenStatementQuery } from '../generated.ts';
import { page } from './layout.ts';

type Statement = NonNullable<OpenStatementQuery['appInvoiceByPermalink']>;

/** Renders a statement or credit note with its lines, tax and status. */
export function statementPage(statement: Statement): Html {
  const { kind, number, currency, month, teamName, lines, tax, total, creditNoteOf, issuedAt } = statement;
  const title = kind === 'statement' ? `Statement ${number}` : `Credit note ${number}`;
  const row = (name: string, amount: number) =>
    html`<tr><th scope="row">${name}</th><td>${formatMoney(amount, currency)}</td></tr>`;
  return page(
    title,
    html`<h1>${title}</h1>
<p>${
      creditNoteOf === null
        ? html`Paid apps of <strong>${teamName}</strong> in ${month}.`
        : html`For statement ${creditNoteOf} to <strong>${teamName}</strong>.`
    } Issued on ${issuedAt.slice(0, 10)}.</p>
<table class="statement"><tbody>
${lines.map(({ description, amount }) => row(description, amount))}
${tax === 0 ? '' : row('Tax', tax)}
${row('Total', total)}
</tbody></table>
<p>${statusOf(statement)}</p>`,
  );
}

function statusOf({ kind, status, amountDue, currency, dueAt, paidAt, number }: Statement): string {
  if (kind === 'credit_note')
    return 'The credit reduces what the statement owes, or is carried over to the next one.';
  if (status === 'paid') return `Paid on ${(paidAt ?? dueAt).slice(0, 10)}. Thank you.`;
  if (status === 'credited') return "This statement was credited in full, so there's nothing to pay.";
  const due = `${formatMoney(amountDue, currency)} is due on ${dueAt.slice(0, 10)}.`;
  return `${due} Pay it to the platform's operator and give the number ${number}.`;
}
