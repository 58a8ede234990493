import type { SubgraphContext } from '#db/context.ts';
import type { Viewer } from '#kit/viewer.ts';
import { createInvoice } from '#subgraphs/checkout/invoices/commands/create-invoice.ts';
import { demoHost } from './app-world.ts';
import { ask, contextOf, type Developer } from './developer.ts';
import { startPlatform, type TestPlatform } from './platform.ts';
import { daysAhead } from './stays.ts';

/** A document as the tests read it. */
export interface Document {
  readonly id: string;
  readonly number: string;
  readonly issuedOn: string;
  readonly currency: string;
  readonly total: number;
  readonly balance: number;
  readonly credited: number;
  readonly issuer: {
    readonly legalName: string;
    readonly taxId: string | null;
    readonly address: string | null;
  };
  readonly recipient: {
    readonly name: string | null;
    readonly company: string | null;
    readonly vatNumber: string | null;
    readonly address: string | null;
  };
  readonly propertyName: string;
  readonly lines: readonly {
    readonly name: string;
    readonly amount: number;
    readonly taxPercent: number | null;
    readonly taxAmount: number;
  }[];
  readonly taxes: readonly {
    readonly name: string;
    readonly percent: number | null;
    readonly net: number | null;
    readonly amount: number;
  }[];
  readonly payments: readonly { readonly date: string; readonly method: string; readonly amount: number }[];
  readonly creditNoteOf: { readonly id: string; readonly number: string } | null;
  readonly reason: string | null;
  readonly pdfUrl: string;
  readonly printUrl: string;
}

/** A mutation's errors. */
export interface Fault {
  readonly field: readonly string[];
  readonly code: string;
  readonly message: string;
}

export const DOCUMENT = `{ id number issuedOn currency total balance credited
  issuer { legalName taxId address } recipient { name company vatNumber address } propertyName
  lines { name amount taxPercent taxAmount } taxes { name percent net amount } payments { date method amount }
  creditNoteOf { id number } reason pdfUrl printUrl }`;

const FAULTS = 'userErrors { field code message }';

/** A property of the demo team `lakeside`, with one unit type. */
export interface Place {
  readonly propertyId: string;
  readonly unitTypeId: string;
}

/** The product with a host who issues invoices. */
export interface InvoiceWorld {
  readonly platform: TestPlatform;
  readonly host: Developer;
  readonly run: <T>(
    text: string,
    variables?: Readonly<Record<string, unknown>>,
    viewer?: Viewer,
  ) => Promise<T>;
  /** Adds a property in Zurich's time zone with its own taxes. */
  readonly addPlace: (place: {
    readonly currency: string;
    readonly baseRate: number;
    readonly taxes?: readonly object[];
    readonly weekDiscountBp?: number;
    readonly name?: string;
  }) => Promise<Place>;
  /** Enters a booking of the nights from a day on. */
  readonly enter: (
    place: Place,
    stay: Readonly<Record<string, unknown>> & { readonly nights: number },
  ) => Promise<string>;
  readonly create: (
    bookingId: string,
    recipient?: object,
    viewer?: Viewer,
  ) => Promise<{ readonly invoice: Document; readonly userErrors: readonly Fault[] }>;
  readonly credit: (
    invoiceId: string,
    amount: number,
    reason?: string | null,
    viewer?: Viewer,
  ) => Promise<{ readonly creditNote: Document; readonly userErrors: readonly Fault[] }>;
  readonly find: (id: string, viewer?: Viewer) => Promise<Document | null>;
  /** Issues an invoice at a time, and returns its number. */
  readonly createAt: (bookingId: string, at: Date) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Opens the product, or uses a running one. */
export async function openInvoiceWorld(started?: TestPlatform): Promise<InvoiceWorld> {
  const platform = started ?? (await startPlatform());
  const host = await demoHost(platform, 'lakeside');
  const run: InvoiceWorld['run'] = (text, variables = {}, viewer = host.host) =>
    ask(platform, viewer, text, variables);
  let day = 20;
  return {
    platform,
    host,
    run,
    async addPlace({ currency, baseRate, taxes = [], weekDiscountBp, name = 'Seehof' }) {
      const { made } = await run<{ made: { property: { id: string } } }>(
        'mutation($input: PropertyCreateInput!) { made: propertyCreate(input: $input) { property { id } userErrors { message } } }',
        {
          input: {
            name,
            currency,
            timeZone: 'Europe/Zurich',
            address: { locality: 'Brienz', country: 'CH' },
          },
        },
      );
      const propertyId = made.property.id;
      for (const tax of taxes) {
        await run('mutation($input: TaxSetInput!) { taxSet(input: $input) { userErrors { message } } }', {
          input: { propertyId, name: 'VAT', basis: 'percent', ...tax },
        });
      }
      const type = await run<{ made: { unitType: { id: string } } }>(
        'mutation($input: UnitTypeCreateInput!) { made: unitTypeCreate(input: $input) { unitType { id } userErrors { message } } }',
        { input: { propertyId, name: 'Lake room', maxGuests: 4, units: 60, baseRate } },
      );
      const unitTypeId = type.made.unitType.id;
      if (weekDiscountBp !== undefined) {
        const { ratePlans } = await run<{ ratePlans: { id: string; title: string }[] }>(
          'query($unitTypeId: ID!) { ratePlans(unitTypeId: $unitTypeId) { id title } }',
          { unitTypeId },
        );
        const [plan] = ratePlans;
        await run(
          'mutation($input: RatePlanUpdateInput!) { ratePlanUpdate(input: $input) { userErrors { message } } }',
          { input: { id: plan?.id, plan: { title: plan?.title, weekDiscountBp } } },
        );
      }
      return { propertyId, unitTypeId };
    },
    async enter({ unitTypeId }, { nights, ...stay }) {
      const from = day;
      day += 1;
      const { made } = await run<{ made: { booking: { id: string } | null; userErrors: readonly Fault[] } }>(
        `mutation($input: BookingCreateInput!) { made: bookingCreate(input: $input) { booking { id } ${FAULTS} } }`,
        {
          input: {
            unitTypeId,
            checkIn: daysAhead(from),
            checkOut: daysAhead(from + nights),
            adults: 2,
            payment: 'paid',
            guest: { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
            ...stay,
          },
        },
      );
      if (!made.booking) throw new Error(JSON.stringify(made.userErrors));
      return made.booking.id;
    },
    create: async (bookingId, recipient, viewer) =>
      (
        await run<{ done: Awaited<ReturnType<InvoiceWorld['create']>> }>(
          `mutation($input: InvoiceCreateInput!) { done: invoiceCreate(input: $input) { invoice ${DOCUMENT} ${FAULTS} } }`,
          { input: { bookingId, ...(recipient && { recipient }) } },
          viewer,
        )
      ).done,
    credit: async (invoiceId, amount, reason = null, viewer) =>
      (
        await run<{ done: Awaited<ReturnType<InvoiceWorld['credit']>> }>(
          `mutation($invoiceId: ID!, $amount: MinorUnits!, $reason: String) {
            done: creditNoteCreate(invoiceId: $invoiceId, amount: $amount, reason: $reason) { creditNote ${DOCUMENT} ${FAULTS} } }`,
          { invoiceId, amount, reason },
          viewer,
        )
      ).done,
    find: async (id, viewer) =>
      (
        await run<{ invoice: Document | null }>(
          `query($id: ID!) { invoice(id: $id) ${DOCUMENT} }`,
          { id },
          viewer,
        )
      ).invoice,
    async createAt(bookingId, at) {
      const ctx: SubgraphContext = {
        ...contextOf(platform),
        viewer: host.host,
        clock: { now: () => at },
      };
      const { invoice, userErrors } = await createInvoice(ctx, { bookingId });
      if (!invoice) throw new Error(JSON.stringify(userErrors));
      return invoice.number;
    },
    close: () => (started ? Promise.resolve() : platform.close()),
  };
}
