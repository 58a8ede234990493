import { html } from 'hono/html';
import { countIn, moneyIn } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import { chosenNote } from './chosen-method.ts';
import type { BookingPageQuery, OpenPaymentMutation, PaymentEffect, PaymentMethodKind } from './generated.ts';
import { linkTo, type Visit } from './visit.ts';
import type { Words } from './words/en.ts';

type Booking = NonNullable<BookingPageQuery['bookingByPermalink']>;
/** Payment options for the guest, and the last attempt's outcome. */
export type Payment = NonNullable<Booking['paymentMethods']>;
type Attempt = NonNullable<Payment['latest']>;
type Choice = Payment['methods'][number];
type Refusal = NonNullable<OpenPaymentMutation['paymentSessionOpen']['refusal']>;

/** A built-in payment method, as offered. */
interface BuiltIn {
  readonly kind: PaymentMethodKind;
  readonly effect: PaymentEffect | null;
  readonly holdHours: number | null;
}

/** Returns the message for a failed payment choice; null if the page itself explains it. */
export function refusalText({ payment }: Words, refusal: Refusal): string | null {
  if (refusal === 'nothing_to_pay' || refusal === 'booking_not_found' || refusal === 'declined') return null;
  return payment.refused[refusal];
}

/** Content of the payment part, in addition to the methods. */
export interface PaymentShown {
  readonly permalinkId: string;
  readonly notice: string | null;
  /** True while a payment isn't confirmed: the methods are folded away, so that the guest doesn't pay twice. */
  readonly isWaiting: boolean;
}

/** Renders payment methods, one form with one button each, below any notice and the guest's current choice. */
export function paymentSection(
  visit: Visit,
  booking: Booking,
  payment: Payment,
  { permalinkId, notice, isWaiting }: PaymentShown,
): Html {
  const { words } = visit;
  const action = linkTo(visit, `/bookings/${permalinkId}`);
  const { methods, latest, chosen } = payment;
  const others = methods.filter(({ kind }) => kind === null || kind !== chosen?.kind);
  const forms = others.map((choice) => methodForm(visit, booking, choice, action));
  return html`<section aria-labelledby="pay">
<h2 id="pay">${booking.status === 'confirmed' ? words.payment.payRest : booking.payment.mode === 'at_property' ? words.payment.confirm : words.payment.pay}</h2>
${notice ? html`<p class="notice" role="alert">${notice}</p>` : ''}
${latest ? attemptNote(visit, latest) : ''}
${chosen ? chosenNote(visit, booking, chosen) : ''}
${chosen && others.length ? html`<h3>${words.payment.payAnotherWay}</h3>` : ''}
${isWaiting && others.length ? html`<details><summary>${words.payment.payAnotherWay}</summary>${forms}</details>` : forms}
${methods.length || chosen ? '' : html`<p>${words.payment.personally}</p>`}
</section>`;
}

/** Has an address because the page is also shown at others, for example after a refused message. */
const methodForm = (visit: Visit, booking: Booking, choice: Choice, action: string): Html =>
  html`<form class="method" method="post" action="${action}"><input type="hidden" name="method" value="${choice.id}"><p>${labelOf(visit, choice)}</p><button type="submit" class="primary">${buttonOf(visit, choice)}${amountOn(visit, booking, choice)}</button></form>`;

/** Returns the amount for a method's button; empty if choosing the method involves no payment. */
function amountOn({ language }: Visit, { payment, currency }: Booking, { kind }: Choice): string {
  const amount = payment.dueNow > 0 ? payment.dueNow : payment.balance;
  return kind === 'pay_at_property' || amount === 0 ? '' : ` · ${moneyIn(language, amount, currency)}`;
}

function labelOf(visit: Visit, choice: Choice): Html {
  if (!isBuiltIn(choice)) return html`${choice.name}`;
  const { name } = visit.words.payment.methods[choice.kind];
  return html`${name}<br><small>${promiseOf(visit, choice)}</small>`;
}

/** Explains what choosing a payment method does to the booking. */
function promiseOf(visit: Visit, { kind, effect, holdHours }: BuiltIn): string {
  const { confirmed, held } = visit.words.payment.methods[kind];
  return effect === 'confirm' ? confirmed : held(duration(visit, holdHours));
}

/** Formats `72` hours for people: "3 days". */
function duration({ language, words }: Visit, hours: number | null): string {
  if (hours === null) return words.payment.someTime;
  return hours % 24 === 0 && hours > 24
    ? countIn(language, hours / 24, words.days)
    : countIn(language, hours, words.hours);
}

const buttonOf = ({ words }: Visit, choice: Choice): string =>
  isBuiltIn(choice) ? words.payment.methods[choice.kind].choose : words.payment.payWith(choice.name ?? '');

const isBuiltIn = (choice: Choice): choice is Choice & BuiltIn => choice.kind !== null;

function attemptNote({ words }: Visit, { status, methodName, message, decline }: Attempt): Html {
  const { pending, rejected, declined } = words.payment;
  if (status === 'PENDING') {
    return html`<p class="notice" role="status">${pending(methodName, message ?? '')}</p>`;
  }
  if (status === 'REJECTED' && decline) {
    const text = `${declined[decline](methodName)} ${message} ${words.payment.notCharged}`;
    return html`<p class="notice" role="alert">${text}</p>`;
  }
  if (status === 'REJECTED') {
    return html`<p class="notice" role="status">${rejected(methodName, message ?? '')}</p>`;
  }
  return html``;
}
