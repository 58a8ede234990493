import { isEmail } from '#kit/email.ts';
import { deadlineIn, longDay, moneyIn, partyIn } from '#kit/language.ts';
import type { Minor } from '#kit/money.ts';
import { issuerLines, receiptFacts } from '#kit/receipt.ts';
import type { BookingMail, BookingMailTemplate } from './booking-mail.ts';
import type { BookingMailWords } from './booking-words/booking-mail-words.ts';
import { BOOKING_MAIL_WORDS } from './booking-words/words.ts';
import type { MailContent } from './mail-content.ts';
import { unlinked } from './unlinked.ts';

/** Returns a booking email's content in its language (docs/interface/mails.md#bookings). */
export function bookingMail(template: BookingMailTemplate, mail: BookingMail, url: string): MailContent {
  const words = BOOKING_MAIL_WORDS[mail.language];
  const { subject, lead, action, after } = words.mails[template];
  const until = mail.until === null ? '' : deadlineIn(mail.language, mail.until, mail.timeZone);
  const named = { ...mail, until, byGuest: mail.cancellation?.byGuest ?? false };
  return {
    language: mail.language,
    sender: mail.storefront,
    // Emails to hosts have no contact.
    replyTo: mail.contact.find((way) => isEmail(way)) ?? null,
    subject: `${mail.test ? words.test.subject : ''}${subject(named)}`,
    paragraphs: [
      words.hello(mail.name),
      lead(named),
      ...(mail.request?.message ? [words.message(mail.storefront, unlinked(mail.request.message))] : []),
      ...(mail.test ? [words.test.notice] : []),
    ],
    facts: [
      ...factsOf(words, mail),
      ...(mail.receipt ? receiptFacts(mail.language, mail.receipt, mail.currency) : []),
    ],
    action: { label: action, url },
    after: [
      ...(mail.receipt ? [issuerLines(mail.language, mail.receipt.issuer).join(', ')] : []),
      ...(mail.contact.length > 0 ? [words.questions(mail.storefront, mail.contact.join(', '))] : []),
      ...(after ? [after] : []),
    ],
  };
}

function factsOf(words: BookingMailWords, mail: BookingMail): NonNullable<MailContent['facts']> {
  const { facts, from, by } = words;
  const day = (date: string, time: string | null) =>
    [longDay(mail.language, date), ...(time === null ? [] : [time])].join(', ');
  const span = (dates: { readonly checkIn: string; readonly checkOut: string }) =>
    `${longDay(mail.language, dates.checkIn)} – ${longDay(mail.language, dates.checkOut)}`;
  return [
    [facts.reference, mail.reference],
    ...(mail.guest === null ? [] : [[facts.guest, mail.guest] as const]),
    [facts.property, mail.property],
    [facts.stay, mail.lines.map(({ quantity, title }) => `${quantity} × ${title}`).join(', ')],
    [facts.checkIn, day(mail.checkIn, mail.arriveFrom && from(mail.arriveFrom))],
    [facts.checkOut, day(mail.checkOut, mail.leaveBy && by(mail.leaveBy))],
    [facts.party, partyIn(mail.language, mail)],
    ...(mail.request ? [[facts.booked, span(mail.request)] as const] : []),
    ...changeFacts(words, mail),
    [mail.request ? facts.requested : facts.total, moneyIn(mail.language, mail.total, mail.currency)],
    ...(mail.request
      ? requestFacts(words, mail, mail.request)
      : mail.cancellation
        ? cancellationFacts(words, mail, mail.cancellation)
        : paymentFacts(words, mail)),
    ...(mail.refund
      ? [[facts.refund, moneyIn(mail.language, mail.refund.amount, mail.currency)] as const]
      : []),
    ...(mail.nearest?.length ? [[facts.nearest, mail.nearest.map(span).join('; ')] as const] : []),
  ];
}

/** Lists what a guest's change cancelled, the total before it, the charge for dropped nights and, for hosts, the units it lost. */
function changeFacts(
  { facts }: BookingMailWords,
  { language, currency, change, guest }: BookingMail,
): readonly Fact[] {
  if (!change) return [];
  const { cancelled, before, dropped, lostUnits } = change;
  return [
    ...(cancelled === null ? [] : [[facts.cancelled, cancelled] as const]),
    ...(guest !== null && lostUnits.length > 0 ? [[facts.lostUnits, lostUnits.join(', ')] as const] : []),
    [facts.before, moneyIn(language, before, currency)],
    ...(dropped > 0 ? [[facts.dropped, moneyIn(language, dropped, currency)] as const] : []),
  ];
}

/** Lists what a requested change costs, and what was paid so far. */
const requestFacts = (
  { facts }: BookingMailWords,
  { language, currency }: BookingMail,
  { difference, paid }: NonNullable<BookingMail['request']>,
): readonly Fact[] => [
  [facts.difference, moneyIn(language, difference, currency)],
  [facts.paid, moneyIn(language, paid, currency)],
];

/** Lists what a cancellation costs, including a refund of 0, so that the guest doesn't wait for money. */
function cancellationFacts(
  { facts }: BookingMailWords,
  { language, currency, timeZone }: BookingMail,
  { paid, fee, refund, owed, freeUntil }: NonNullable<BookingMail['cancellation']>,
): readonly Fact[] {
  const shown = (amount: Minor) => moneyIn(language, amount, currency);
  return [
    ...(freeUntil === undefined
      ? []
      : [[facts.freeUntil, deadlineIn(language, freeUntil, timeZone)] as const]),
    [facts.paid, shown(paid)],
    [facts.fee, shown(fee)],
    ...(refund === null || paid === 0 ? [] : [[facts.refund, shown(refund)] as const]),
    ...(owed > 0 ? [[facts.balance, shown(owed)] as const] : []),
  ];
}

/** Lists the amounts paid, due now and due later, unless the total is paid immediately. */
function paymentFacts(
  words: BookingMailWords,
  { language, currency, payment, change }: BookingMail,
): readonly Fact[] {
  const shown = (amount: Minor) => moneyIn(language, amount, currency);
  if (payment && change && payment.balance === 0)
    return [
      [words.facts.paid, shown(payment.paid)],
      ...(change.refund ? [[words.facts.refund, shown(change.refund)] as const] : []),
    ];
  if (!payment || payment.balance === 0) return [];
  const { mode, paid, dueNow, balance, balanceDueOn } = payment;
  const rest =
    mode === 'at_property' || balanceDueOn === null
      ? words.atProperty(shown(balance))
      : words.dueBy(shown(balance), longDay(language, balanceDueOn));
  return [
    ...(paid > 0 ? [[words.facts.paid, shown(paid)] as const] : []),
    ...(dueNow > 0 ? [[words.facts.dueNow, shown(dueNow)] as const] : []),
    [words.facts.balance, rest],
  ];
}

type Fact = NonNullable<MailContent['facts']>[number];

/**
 * Returns the name for greeting a guest: one to three words of letters, hyphens and apostrophes, at most 24
 * characters; otherwise null. Anyone can book under any name with any address, and a name mustn't carry a
 * link or message to the address's owner.
 */
export const greetingName = (name: string): string | null =>
  /^\p{L}[\p{L}\p{M}'’-]*(?: \p{L}[\p{L}\p{M}'’-]*){0,2}$/u.test(name) && [...name].length <= 24
    ? name
    : null;
