import { describe, expect, test } from 'vitest';
import { languageOf, moneyIn } from '#kit/language.ts';
import { storefrontOrigin } from '#kit/storefront-origin.ts';
import type { BookingMail } from '#subgraphs/apps/emails/domain/booking-mail.ts';
import { type MailedEvent, planBookingMails } from '#subgraphs/apps/emails/domain/booking-mail-plan.ts';
import { bookingMail, greetingName } from '#subgraphs/apps/emails/domain/booking-mails.ts';
import { BOOKING_READERS } from '#subgraphs/apps/emails/domain/booking-readers.ts';
import { printMail } from '#subgraphs/apps/emails/domain/mail-content.ts';
import { ROLE_TABLE } from '../support/role-table.ts';

// docs/interface/mails.md#bookings

describe('an event of a booking', () => {
  type Row = readonly [MailedEvent, string, string, string | null, string | null];
  const PLACED: readonly Row[] = [
    ['booking.created', 'held', 'agent', 'guest-held', 'host-new'],
    ['booking.created', 'confirmed', 'direct', null, 'host-new'],
    ['booking.created', 'cancelled', 'agent', null, null],
    ['booking.created', 'released', 'agent', null, null],
    ['booking.confirmed', 'confirmed', 'request', 'guest-confirmed', 'host-confirmed'],
    ['booking.confirmed', 'cancelled', 'agent', null, null],
    ['booking.updated', 'confirmed', 'agent', 'guest-paid', 'host-paid'],
    ['booking.updated', 'cancelled', 'agent', null, null],
    ['booking.cancelled', 'cancelled', 'agent', 'guest-cancelled', 'host-cancelled'],
    ['booking.expired', 'released', 'agent', 'guest-released', null],
    ['booking.expired', 'confirmed', 'agent', null, null],
  ];
  test.each(PLACED)(
    '%s for a booking now %s from %s sends the emails %s and %s',
    (event, status, source, guest, host) => {
      const booking = { status: status as 'held', isEntered: false, source };
      expect(planBookingMails(event, booking)).toEqual({ guest, host });
    },
  );

  const ENTERED: readonly Row[] = [
    ['booking.created', 'confirmed', 'host', null, null],
    ['booking.cancelled', 'cancelled', 'host', null, null],
    ['booking.created', 'confirmed', 'channel', null, 'host-new'],
    ['booking.confirmed', 'confirmed', 'channel', null, null],
    ['booking.updated', 'confirmed', 'channel', null, null],
    ['booking.cancelled', 'cancelled', 'channel', null, 'host-cancelled'],
  ];
  test.each(ENTERED)(
    '%s for an entered booking now %s from %s sends the emails %s and %s',
    (event, status, source, guest, host) => {
      const booking = { status: status as 'held', isEntered: true, source };
      expect(planBookingMails(event, booking)).toEqual({ guest, host });
    },
  );

  test.each([true, false])(
    "a guest's change is emailed to both sides, also if entered is %s",
    (isEntered) => {
      const booking = { status: 'confirmed', isEntered, source: 'host', isChange: true } as const;
      expect(planBookingMails('booking.updated', booking)).toEqual({
        guest: 'guest-changed',
        host: 'host-changed',
      });
    },
  );

  test("roles that may read bookings receive the event's email", () => {
    expect(BOOKING_READERS).toEqual(['owner', ...(ROLE_TABLE['Query.booking'] ?? [])]);
  });
});

const STAY: BookingMail = {
  language: 'en',
  name: 'Ada',
  version: 1,
  test: false,
  storefront: 'Lakeside Stays',
  property: 'Seehaus',
  reference: 'BK-7Q4M2XAB',
  requested: false,
  guest: null,
  lines: [{ title: 'Loft', quantity: 2 }],
  checkIn: '2026-12-04',
  checkOut: '2026-12-06',
  arriveFrom: '15:00',
  leaveBy: null,
  adults: 2,
  children: 1,
  currency: 'EUR',
  total: 106_750,
  timeZone: 'Europe/Zurich',
  until: '2026-11-22T14:30:00Z',
  contact: ['+41 33 000 00 00'],
};
const URL = 'https://lakeside.example/bookings/1b2c';
const printed = (over: Partial<BookingMail> = {}) =>
  printMail(bookingMail('guest-held', { ...STAY, ...over }, URL));

describe('a mail about a booking', () => {
  test("a booking's email states the amount, days, party and the hold's end in local time", () => {
    const { subject, text } = printed();
    expect(subject).toBe('Pay to keep your stay at Seehaus (BK-7Q4M2XAB)');
    for (const fact of [
      'Hello Ada,',
      'until 22 November 2026, 15:30 (time in Zurich)',
      'Stay: 2 × Loft',
      'Check-in: Friday, 4 December 2026, from 15:00',
      'Check-out: Sunday, 6 December 2026',
      'Guests: 2 adults, 1 child',
      'Total: EUR 1,067.50',
      `Pay now:\n${URL}`,
      'Questions? Ask Lakeside Stays: +41 33 000 00 00',
    ]) {
      expect(text).toContain(fact);
    }
  });

  test.each([
    [
      'held for a deposit',
      { dueNow: 30_000, balance: 76_750 },
      ['Due now: EUR 300.00', 'Still to pay: EUR 767.50 by Friday, 20 November 2026'],
    ],
    [
      'confirmed by a deposit',
      { paid: 30_000, balance: 76_750 },
      ['Paid: EUR 300.00', 'Still to pay: EUR 767.50 by'],
    ],
    [
      'paid at the property',
      { mode: 'at_property', balance: 106_750 },
      ['Still to pay: EUR 1,067.50 at the property'],
    ],
  ] as const)("a booking's email lists when each amount is due: %s", (_what, money, facts) => {
    const payment = { mode: 'deposit', paid: 0, dueNow: 0, balanceDueOn: '2026-11-20', ...money } as const;
    const { text } = printed({ payment });
    for (const fact of facts) expect(text).toContain(fact);
    expect(printed({ payment: { ...payment, balance: 0, balanceDueOn: null } }).text).not.toContain(
      'Still to pay',
    );
  });

  test.each([
    [
      'by the guest with a refund',
      { byGuest: true, paid: 40_000, fee: 10_000, refund: 30_000, owed: 0 },
      ['as you asked', 'Paid: EUR 400.00', 'Cancellation fee: EUR 100.00', 'Refund: EUR 300.00'],
      ['Still to pay'],
    ],
    [
      'by the guest with nothing back',
      { byGuest: true, paid: 48_000, fee: 48_000, refund: 0, owed: 0 },
      ['Cancellation fee: EUR 480.00', 'Refund: EUR 0.00'],
      ['Still to pay'],
    ],
    [
      'by the host before anything was paid',
      { byGuest: false, paid: 0, fee: 15_000, refund: 0, owed: 15_000 },
      ['Lakeside Stays cancelled your booking', 'Still to pay: EUR 150.00'],
      ['Refund'],
    ],
    [
      'without terms',
      { byGuest: false, paid: 40_000, fee: 0, refund: null, owed: 0 },
      ['Paid: EUR 400.00'],
      ['Refund', 'Still to pay'],
    ],
  ] as const)('an email about a cancellation %s states the money', (_what, cancellation, facts, absent) => {
    const { text } = printMail(bookingMail('guest-cancelled', { ...STAY, cancellation }, URL));
    for (const fact of facts) expect(text).toContain(fact);
    for (const fact of absent) expect(text).not.toContain(fact);
  });

  test.each(['guest-cancelled', 'host-cancelled'] as const)(
    'the email %s names the time zone of the deadline, on the day that the clocks change',
    (template) => {
      const cancellation = { byGuest: true, paid: 40_000, fee: 0, refund: 40_000, owed: 0 };
      const deadline = { ...cancellation, freeUntil: '2027-03-13T23:00:00Z' };
      const mail = { ...STAY, timeZone: 'America/New_York', cancellation: deadline };
      const { text } = printMail(bookingMail(template, mail, URL));
      expect(text).toContain('Free cancellation until: 13 March 2027, 18:00 (time in New York)');
    },
  );

  test.each([
    [
      'en',
      [
        'Includes VAT, 7%: EUR 17.66 (Net: EUR 252.32)',
        'Includes City tax: EUR 10.00',
        '4 December 2026, Online payment: EUR 279.98',
        '5 December 2026, Refund (Card): -EUR 65.00',
        'Seehof AG, Seestrasse 1, 3855 Brienz, Tax ID: CHE-1',
      ],
    ],
    [
      'de',
      [
        'Darin enthalten: VAT, 7\u00a0%: EUR 17.66 (Netto: EUR 252.32)',
        'Rückzahlung (Karte)',
        'Steuernummer: CHE-1',
      ],
    ],
    ['fr', ['Dont VAT', 'Paiement en ligne', 'Numéro fiscal\u00a0: CHE-1']],
    ['es', ['Incluye VAT', 'Pago en línea', 'NIF: CHE-1']],
    ['it', ['Di cui VAT', 'Pagamento online', 'Codice fiscale: CHE-1']],
    ['nl', ['Inclusief VAT', 'Onlinebetaling', 'Fiscaal nummer: CHE-1']],
  ] as const)(
    'an email about money carries the receipt in %s: taxes, payments and issuer',
    (language, facts) => {
      const receipt = {
        issuer: { legalName: 'Seehof AG', taxId: 'CHE-1', address: 'Seestrasse 1\n3855 Brienz' },
        taxes: [
          { name: 'VAT', percent: 7, net: 25_232, amount: 1_766 },
          { name: 'City tax', percent: null, net: null, amount: 1_000 },
        ],
        payments: [
          { date: '2026-12-04', method: 'app:stripe', amount: 27_998 },
          { date: '2026-12-05', method: 'card_terminal', amount: -6_500 },
        ],
      };
      const { text } = printMail(bookingMail('guest-paid', { ...STAY, language, receipt }, URL));
      for (const fact of facts) expect(text).toContain(fact);
    },
  );

  test('an email about a shorter stay states the refund', () => {
    const payment = { mode: 'now', paid: 40_000, dueNow: 0, balance: 0, balanceDueOn: null } as const;
    const change = { cancelled: null, before: 40_000, dropped: 5_000, lostUnits: [] };
    const of = (refund: number) =>
      printMail(bookingMail('guest-changed', { ...STAY, payment, change: { ...change, refund } }, URL)).text;
    expect(of(6_500)).toContain('Paid: EUR 400.00\nRefund: EUR 65.00');
    expect(of(0)).not.toContain('Refund');
  });

  test('a German-speaking guest receives the email in German', () => {
    const { subject, text, html } = printed({ language: languageOf('de-CH') });
    expect(subject).toBe('Bitte bezahlen: Ihr Aufenthalt in Seehaus (BK-7Q4M2XAB)');
    expect(html).toContain('<html lang="de">');
    for (const fact of [
      'Guten Tag Ada,',
      'bis 22. November 2026, 15:30 Uhr (Ortszeit in Zurich)',
      'Anreise: Freitag, 4. Dezember 2026, ab 15:00 Uhr',
      'Gäste: 2 Erwachsene, 1 Kind',
      "Gesamtpreis: EUR 1'067.50",
    ]) {
      expect(text).toContain(fact);
    }
  });

  test('a French-speaking guest receives the email in French', () => {
    const { subject, text, html } = printed({ language: languageOf('fr-CH') });
    expect(subject).toBe('Paiement attendu : votre séjour chez Seehaus (BK-7Q4M2XAB)');
    expect(html).toContain('<html lang="fr">');
    for (const fact of [
      'Bonjour Ada,',
      'jusqu’au 22 novembre 2026, 15:30 (heure locale\u00a0: Zurich)',
      'Arrivée: vendredi 4 décembre 2026, à partir de 15:00',
      'Voyageurs: 2 adultes, 1 enfant',
      'Total: 1\u202f067,50 EUR',
    ]) {
      expect(text).toContain(fact);
    }
  });

  test.each([
    ['de', 'de'],
    ['DE-at', 'de'],
    ['den', 'en'],
    ['fr-CH', 'fr'],
    ['pt-BR', 'en'],
    [null, 'en'],
  ])('an email for a guest with the locale %s is in %s', (locale, language) => {
    expect(languageOf(locale)).toBe(language);
  });

  test.each([
    [123_456, 'JPY', 'JPY 123,456'],
    [5, 'EUR', 'EUR 0.05'],
    [1_234_567, 'KWD', 'KWD 1,234.567'],
    [150_000, 'HUF', 'HUF 1,500.00'],
    [9_007_199_254_740_991, 'EUR', 'EUR 90,071,992,547,409.91'],
    [-250, 'EUR', '-EUR 2.50'],
  ])('an email prints %d %s as %s', (amount, currency, text) => {
    expect(moneyIn('en', amount, currency)).toBe(text);
  });

  test("a test booking's email is marked", () => {
    const { subject, text } = printed({ test: true });
    expect(subject).toMatch(/^\[Test\] /);
    expect(text).toContain('This is a test booking');
  });

  test('an email escapes names and loads no resources when opened', () => {
    const { html } = printed({ property: '<img onerror=x>', lines: [{ title: '"><script>', quantity: 1 }] });
    expect(html).not.toMatch(/<(?:img|script|link|iframe|style)/i);
    expect([...html.matchAll(/(?:src|href|url)\s*[=(]\s*"?([^"\s>]*)/g)].map(([, url]) => url)).toEqual([
      URL,
      URL,
    ]);
  });

  test.each([
    ['Zoë-Anne', 'Zoë-Anne'],
    ["O'Neil", "O'Neil"],
    ['win at evil.example', null],
    ['https://evil.example', null],
    ['a'.repeat(41), null],
    ['', null],
  ])('an email greets %j as %j', (name, greeted) => {
    expect(greetingName(name)).toBe(greeted);
  });

  test.each([
    [null, null, 'lakeside.localhost', 'http://lakeside.localhost:4000'],
    ['https://app.example.com', 'stays.example.com', 'a.stays.example.com', 'https://a.stays.example.com'],
    [
      'https://app.example.com:8443',
      'stays.example.com:444',
      'a.stays.example.com',
      'https://a.stays.example.com:444',
    ],
    ['https://app.example.com:8443', 'stays.example.com', 'hotel.example', 'https://hotel.example:8443'],
  ])(
    "an email's links for the origin %s with the suffix %s and domain %s start with %s",
    (origin, suffix, domain, expected) => {
      const config = { publicOriginAuth: origin, storefrontSuffix: suffix, port: 4000 };
      expect(storefrontOrigin({ config: config as never }, domain)).toBe(expected);
    },
  );
});
