import type { Page } from 'playwright-core';
import { bookStay } from '../support/bookings.ts';
import { daysAhead } from '../support/stays.ts';

/** The lodge's guests: unit type, first night, nights, adults, and their unit. */
const BOOKINGS: readonly (readonly [
  guest: string,
  unitType: number,
  from: number,
  nights: number,
  adults: number,
  unit: number | null,
])[] = [
  ['Ada Lovelace', 1, 0, 3, 2, 0],
  ['Noor Haddad', 1, 4, 5, 2, 0],
  ['Jonas Keller', 1, 0, 2, 1, 1],
  ['Mei Tanaka', 1, 3, 6, 2, 1],
  ['Luca Moretti', 1, 1, 4, 2, 2],
  ['Freya Lindqvist', 1, 6, 5, 2, 2],
  ['Samuel Osei', 1, 2, 3, 2, 3],
  ['Clara Vogel', 1, 7, 4, 2, 3],
  ['Ines Duarte', 1, 5, 3, 1, null],
  ['The Novak family', 2, 0, 7, 4, 0],
  ['Olivia Brown', 2, 3, 4, 3, 1],
  ['Marta Kowalska', 2, 8, 3, 2, 0],
  ['Henrik Dahl', 3, 1, 4, 2, 0],
  ['Yuki Sato', 3, 7, 3, 2, 0],
];

interface Changed {
  readonly done: {
    readonly booking?: { readonly id: string } | null;
    readonly userErrors: readonly object[];
  };
}

interface Units {
  readonly unitTypes: {
    readonly nodes: readonly {
      readonly id: string;
      readonly namedUnits: readonly { readonly id: string }[];
    }[];
  };
}

/** Guests who book through an assistant and haven't paid yet. */
const HELD = [
  ['Bea Smith', 10, 13],
  ['Tomás Ruiz', 12, 16],
] as const;

/** Enters bookings as the page's signed-in host, and lets an agent hold some, so that every page has content. */
export async function fillWorld(page: Page, port: number): Promise<void> {
  for (const [guest, from, to] of HELD) {
    const stay = { guest, checkIn: daysAhead(from), checkOut: daysAhead(to) };
    await bookStay({ address: `http://127.0.0.1:${port}`, port }, stay);
  }
  const { unitTypes } = await ask<Units>(
    page,
    '{ unitTypes(first: 10) { nodes { id namedUnits { id } } } }',
    {},
  );
  for (const [guest, unitTypeId, from, nights, adults, place] of BOOKINGS) {
    const [, firstName = '', lastName = ''] = /^(.+) (\S+)$/.exec(guest) ?? [];
    const input = {
      payment: 'paid',
      unitTypeId: String(unitTypeId),
      adults,
      guest: { firstName, lastName },
      checkIn: daysAhead(from),
      checkOut: daysAhead(from + nights),
    };
    const { done } = await ask<Changed>(page, ENTER, { input });
    const id = done.booking?.id;
    const units = unitTypes.nodes.find((unitType) => unitType.id === String(unitTypeId))?.namedUnits ?? [];
    const unit = place === null ? null : units[place];
    if (unit) await ask(page, ASSIGN, { input: { bookingId: id, unitIds: [unit.id] } });
  }
  const tasks = [
    ['Check the boiler in the boathouse', -2],
    ['Final cleaning, unit 2', 20],
  ] as const;
  for (const [title, hours] of tasks) {
    const dueAt = Temporal.Now.instant().add({ hours }).toString({ smallestUnit: 'second' });
    await ask(page, TASK, { input: { taskType: 'cleaning', propertyId: '1', title, dueAt } });
  }
}

const ENTER =
  'mutation ($input: BookingCreateInput!) { done: bookingCreate(input: $input) { booking { id } userErrors { message } } }';
const ASSIGN =
  'mutation ($input: BookingUnitsAssignInput!) { done: bookingUnitsAssign(input: $input) { userErrors { message } } }';
const TASK =
  'mutation ($input: TaskCreateInput!) { done: taskCreate(input: $input) { userErrors { message } } }';

/** Queries the panel's own API, as the page does. Throws with the error. */
async function ask<T>(page: Page, query: string, variables: object): Promise<T> {
  const answer = await page.evaluate(
    async ([text, values]) => {
      const session = (await (await fetch('/panel/session')).json()) as { readonly csrf_token: string };
      const response = await fetch('/panel/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-csrf-token': session.csrf_token,
          'x-platform-team': 'lakeside',
        },
        body: JSON.stringify({ query: text, variables: values }),
      });
      return response.text();
    },
    [query, variables] as const,
  );
  const { data, errors } = JSON.parse(answer) as { readonly data?: T; readonly errors?: readonly object[] };
  const refused = Object.values(data ?? {}).flatMap(
    (each) => (each as Partial<Changed['done']>)?.userErrors ?? [],
  );
  if (!data || errors || refused.length > 0) throw new Error(JSON.stringify(errors ?? refused));
  return data;
}
