import { sql } from 'kysely';
import { statements } from '#db/transaction.ts';
import { installApp, pushApp, updateTeam } from '#subgraphs/apps/index.ts';
import { addIcalFeed } from '#subgraphs/catalog/index.ts';
import {
  cancelBooking,
  checkIn,
  checkOut,
  createCreditNote,
  createInvoice,
  READY_TEMPLATES,
  recordNoShow,
  recordRefund,
  setMessageRule,
  setMessageTemplate,
} from '#subgraphs/checkout/index.ts';
import { type DemoHotel, must } from './hotel.ts';

/** Runs the front desk: arrivals and departures, a no-show, cancellations, refunds, invoices and automatic messages. */
export async function deskDay(hotel: DemoHotel): Promise<void> {
  await connectApp(hotel);
  await moveGuests(hotel);
  await cancelSome(hotel);
  await issueInvoices(hotel);
  await automateMessages(hotel);
  await connectCalendar(hotel);
}

/** Checks one guest in and two guests out, and records the guest who never came. */
async function moveGuests({ owner, bookings, today }: DemoHotel): Promise<void> {
  const due = bookings.filter(({ status }) => status === 'confirmed');
  const arriving = due.filter(({ stay }) => stay.checkIn === today.toString());
  const leaving = due.filter(({ stay }) => stay.checkOut === today.toString());
  for (const { id } of arriving.slice(0, 1)) must(await checkIn(owner(), { id: String(id), confirm: true }));
  for (const { id } of leaving.slice(0, 2))
    must(await checkOut(owner(), { id: String(id), waiveFee: false }));
  const missing = due.find(({ state, stay }) => state === 'expected' && stay.checkIn < today.toString());
  if (missing) must(await recordNoShow(owner(), { id: String(missing.id), waiveFee: false }));
}

/** Cancels two paid bookings: one refund is paid out, the other one is due. */
async function cancelSome({ owner, bookings, today }: DemoHotel): Promise<void> {
  const { rows: asking } = await sql<{ id: number }>`
    SELECT booking_id::int AS id FROM checkout.booking_change_requests`.execute(statements(owner()));
  const waiting = new Set(asking.map(({ id }) => id)); // a cancellation would withdraw their requests
  const paid = bookings.filter(
    ({ id, status, payment, stay }) =>
      status === 'confirmed' &&
      payment?.share === 100 &&
      today.until(stay.checkIn).days > 20 &&
      !waiting.has(id),
  );
  for (const [at, { id, quote }] of paid.slice(0, 2).entries()) {
    must(await cancelBooking(owner(), { id: String(id), input: { id: String(id), automaticRefund: false } }));
    if (at > 0) continue;
    must(
      await recordRefund(owner(), {
        bookingId: String(id),
        method: 'bank_transfer',
        amount: quote.total,
        reference: 'RF-1042',
      }),
    );
  }
}

const COMPANIES = [
  {
    name: 'Ruth Baumann',
    company: 'Baumann Architekten AG',
    vatNumber: 'CHE-112.233.445',
    address: 'Bahnhofstrasse 8\n3011 Bern\nSwitzerland',
  },
  null,
  {
    name: 'Felix Hofmann',
    company: 'Hofmann & Söhne GmbH',
    vatNumber: 'DE811223344',
    address: 'Lindenweg 4\n80331 München\nGermany',
  },
  null,
  null,
] as const;

/** Invoices the guests who left last; the last invoice gets a credit note. */
async function issueInvoices({ owner, bookings }: DemoHotel): Promise<void> {
  must(
    await updateTeam(owner(), {
      legalName: 'Lakeside Stays Ltd',
      taxId: 'CHE-100.200.300',
      address: 'Seestrasse 12\n3855 Brienz\nSwitzerland',
    }),
  );
  const left = bookings
    .filter(({ status, checkedOutAt, payment }) => status === 'confirmed' && checkedOutAt && payment)
    .sort((a, b) => (a.checkedOutAt?.getTime() ?? 0) - (b.checkedOutAt?.getTime() ?? 0))
    .slice(-COMPANIES.length);
  let last: string | null = null;
  for (const [at, { id, checkedOutAt }] of left.entries()) {
    const recipient = COMPANIES[at] ?? null;
    const { invoice } = must(
      await createInvoice(owner(checkedOutAt ?? undefined), { bookingId: String(id), recipient }),
    );
    last = invoice ? String(invoice.id) : last;
  }
  const reason = 'Breakfast on the second day was missing';
  if (last !== null) must(await createCreditNote(owner(), { invoiceId: last, amount: 2_400, reason }));
}

/** Message rules, by their template's key; those for the check-in day are due a minute from now. */
const RULES = [
  { key: 'booked', name: 'Confirm every booking' },
  { key: 'before_arrival', name: 'Two days before arrival' },
  { key: 'during_stay', name: 'Welcome on the first evening' },
  { key: 'door_code', name: 'Door code on the check-in day' },
  { key: 'thank_you', name: 'The day after check-out' },
] as const;

/** The variable in the ready message, with its text for hotels without a code. */
const DOOR_CODE = /\{\{door\.code\|[^}]*\}\}/g;

/**
 * Turns on five ready messages. Today's guests get the welcome a minute from now. They don't get the door code, because no app
 * has set one, and Today shows why.
 */
async function automateMessages({ owner, timeZone }: DemoHotel): Promise<void> {
  const inAMinute = owner().clock.now().toTemporalInstant().toZonedDateTimeISO(timeZone).add({ seconds: 60 });
  const soon = inAMinute.toPlainTime().toString({ smallestUnit: 'minute' });
  for (const { key, name } of RULES) {
    const ready = READY_TEMPLATES.find((one) => one.key === key);
    if (!ready) throw new Error(`There is no ready message ${key}.`);
    const texts = ready.texts.map((text) => ({
      ...text,
      body: text.body.replaceAll(DOOR_CODE, '{{door.code}}'),
    }));
    const { messageTemplate } = must(await setMessageTemplate(owner(), { name: ready.name, texts }));
    const { trigger, hours, days } = ready;
    const at = trigger === 'check_in_day' ? soon : ready.at;
    const templateId = String(messageTemplate?.id);
    const rule = { name, templateId, trigger, hours, days, at, channel: 'conversation' } as const;
    must(await setMessageRule(owner(), rule));
  }
}

/** Connects another platform's calendar, which can't be reached. */
async function connectCalendar({ owner, units }: DemoHotel): Promise<void> {
  const cabin = units.find(({ unitType }) => unitType === 'Spruce Cabin');
  await addIcalFeed(owner(), {
    unitTypeId: String(cabin?.unitTypeId),
    name: 'Alpenbett',
    url: 'https://calendars.alpenbett.example/8841.ics',
    units: 1,
    holdBackUnits: 0,
  });
}

const APP = {
  slug: 'night-audit',
  name: 'Night Audit',
  type: 'remote',
  distribution: 'private',
  scopes: ['read_bookings'],
  webhooks: ['booking.checked_in', 'booking.checked_out'],
  webhook_url: 'https://night-audit.example/webhooks',
};

/** Installs the team's own app, whose server can't be reached. */
async function connectApp({ owner }: DemoHotel): Promise<void> {
  const { issues } = must(await pushApp(owner(), { manifest: APP, release: true, ifChanged: true }));
  if (issues.length > 0) throw new Error(issues.map(({ message }) => message).join(' '));
  must(await installApp(owner(), { slug: APP.slug, dev: false }));
}
