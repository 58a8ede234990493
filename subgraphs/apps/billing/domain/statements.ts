import { currencyDigits, type Minor, thousandthsOf } from '#kit/money.ts';
import { DAY_MS } from './periods.ts';

/** A charge or credit that no statement contains yet. */
export interface UnbilledCharge {
  readonly description: string;
  /** Negative for a credit. */
  readonly amount: Minor;
  /** False for a credit that already includes its tax. */
  readonly taxable: boolean;
}

export interface StatementLine {
  readonly description: string;
  readonly amount: Minor;
}

/** A statement's issuer or recipient. */
export interface StatementParty {
  readonly name: string;
  readonly address: string | null;
  readonly taxId: string | null;
}

/** The amounts on a statement: `total` is the sum of its lines and the tax. */
export interface StatementAmounts {
  readonly lines: readonly StatementLine[];
  readonly tax: Minor;
  readonly total: Minor;
}

/**
 * Returns the statement of a team's charges in one currency; null if they're carried over because there's too little
 * to pay. `taxThousandths` is the tax in 1/1000 of a percent.
 */
export function statementOf(
  charges: readonly UnbilledCharge[],
  { currency, taxThousandths }: { readonly currency: string; readonly taxThousandths: number },
): StatementAmounts | null {
  const lines = charges.map(({ description, amount }) => ({ description, amount }));
  const tax = thousandthsOf(sum(charges.filter(({ taxable }) => taxable)), taxThousandths);
  const total = sum(lines) + tax;
  return total < smallestStatement(currency) ? null : { lines, tax, total };
}

const sum = (amounts: readonly { readonly amount: Minor }[]): Minor =>
  amounts.reduce((total, { amount }) => total + amount, 0);

/** Returns the least that payment apps take: 1.00 in most currencies, and 100 in those without minor units. */
export const smallestStatement = (currency: string): Minor => 10 ** (currencyDigits(currency) || 2);

const DUE_AFTER_MS = 14 * DAY_MS;

/** Returns when a statement is due. */
export const dueAt = (issuedAt: Date): Date => new Date(issuedAt.getTime() + DUE_AFTER_MS);

/** Returns the month whose charges are on statements issued now, as its first day, and the day after its last. */
export function billedMonth(today: Temporal.PlainDate): {
  readonly month: Temporal.PlainDate;
  readonly until: Temporal.PlainDate;
} {
  const until = today.with({ day: 1 });
  return { month: until.subtract({ months: 1 }), until };
}

/** Returns a statement's or credit note's number within its year. */
export const numberOf = (kind: 'statement' | 'credit_note', year: number, sequence: number): string =>
  `${kind === 'statement' ? 'ST' : 'SC'}-${year}-${String(sequence).padStart(6, '0')}`;

/** A statement's payment status and amounts. */
interface Owed {
  readonly status: 'open' | 'paid' | 'credited';
  readonly total: Minor;
  readonly credited: Minor;
  /** Amount due again since a payment was taken back; null if none was. */
  readonly owed?: Minor | null | undefined;
}

/** Returns the amount left to pay on a statement; 0 for a credit note. */
export const amountDue = ({ status, total, credited, owed }: Owed): Minor =>
  status === 'open' ? (owed ?? total - credited) : 0;

/** True if an amount is due, and should have been paid by now. */
export const isPastDue = (invoice: Owed & { readonly dueAt: Date }, now: Date): boolean =>
  amountDue(invoice) > 0 && invoice.dueAt <= now;

/** A statement's outcome for a payment: `excess` is the accepted payment's part that wasn't due. */
export interface StatementOutcome {
  readonly outcome: 'statement_paid' | 'already_paid' | 'statement_credited';
  readonly excess: Minor;
}

/**
 * Decides on a payment of `amount`. A session's first outcome never changes: `accepted` is the part that the statement
 * already has, null if it has none. Credit notes only reduce what's due, so a session's amount covers it, unless another
 * payment was taken back meanwhile: then it pays a part.
 */
export function payOutcome(
  statement: Owed,
  { amount, accepted }: { readonly amount: Minor; readonly accepted: Minor | null },
): StatementOutcome {
  if (accepted !== null) return { outcome: 'statement_paid', excess: amount - accepted };
  if (statement.status === 'paid') return { outcome: 'already_paid', excess: 0 };
  if (statement.status === 'credited') return { outcome: 'statement_credited', excess: 0 };
  return { outcome: 'statement_paid', excess: Math.max(0, amount - amountDue(statement)) };
}

/** A statement after a credit note: `carried` is the part that wasn't due, for the team's next statement. */
export interface Credited extends Pick<Owed, 'status' | 'owed'> {
  readonly carried: Minor;
}

/** Decides on a credit note for `amount`, at most what can still be credited. */
export function creditOutcome(statement: Owed, amount: Minor): Credited {
  const { status, total, credited, owed = null } = statement;
  const due = amountDue(statement);
  const reduces = Math.min(amount, due);
  const carried = amount - reduces;
  if (due === 0) return { status, owed, carried };
  if (reduces < due) return { status, owed: owed === null ? null : due - reduces, carried };
  return { status: credited + amount === total ? 'credited' : 'paid', owed: null, carried };
}

/** Returns the change in what a statement owes when the amount taken back changes. */
export const reversedChange = (
  payment: { readonly amount: Minor; readonly reversed: Minor },
  reversed: Minor,
): Minor => Math.min(reversed, payment.amount) - payment.reversed;

/** Returns the amount that can still be credited; 0 for a credit note. */
export const creditable = ({
  kind,
  total,
  credited,
}: {
  readonly kind: 'statement' | 'credit_note';
  readonly total: Minor;
  readonly credited: Minor;
}): Minor => (kind === 'statement' ? total - credited : 0);
