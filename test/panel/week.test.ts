import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '#kit/roles.ts';
import { type BookedStay, bookStay } from '../support/bookings.ts';
import { openBrowser, watch } from '../support/browser.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ask, type Developer, newDeveloper } from '../support/developer.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { keepPicture, seriousFindings } from '../support/panel.ts';
import { startPlatform } from '../support/platform.ts';
import { freePort } from '../support/process.ts';
import { type SimulatedServer, simulateDays } from '../support/simulated-days.ts';
import { PASSWORD } from '../support/team-world.ts';
import { TIME_ZONE } from '../support/today.ts';

// docs/guides/panel.md: a small hotel's week, run by its owner, its desk and its cleaner on their phones.

const PHONE = { width: 390, height: 844 };
const DOMAIN = 'seehof.localhost';

let database: TestDatabase;
let server: SimulatedServer;
let browser: Browser;
const people = new Map<string, Developer>();
const troubles: string[] = [];

beforeAll(async () => {
  [database, browser] = await Promise.all([createTestDatabase(), openBrowser()]);
  const port = await freePort();
  const platform = await startPlatform({ PORT: String(port) }, database);
  const owner = await newDeveloper(platform);
  people.set('owner', owner);
  const make = async (mutation: string, input: object) => {
    const { made } = await ask<{ made: Made }>(platform, owner.host, mutation, { input });
    expect(made.userErrors).toEqual([]);
    return made.it?.id;
  };
  const storefrontId = await make(
    'mutation ($input: StorefrontCreateInput!) { made: storefrontCreate(input: $input) { it: storefront { id } userErrors { message } } }',
    { name: 'Seehof', slug: 'seehof' },
  );
  const propertyId = await make(
    'mutation ($input: PropertyCreateInput!) { made: propertyCreate(input: $input) { it: property { id } userErrors { message } } }',
    {
      name: 'Seehof',
      currency: 'EUR',
      timeZone: TIME_ZONE,
      address: { locality: 'Brienz', country: 'CH' },
    },
  );
  await make(
    'mutation ($input: PropertyUpdateInput!) { made: propertyUpdate(input: $input) { it: property { id } userErrors { message } } }',
    { id: propertyId, manualCheckIn: true },
  );
  await make(
    'mutation ($input: UnitTypeCreateInput!) { made: unitTypeCreate(input: $input) { it: unitType { id } userErrors { message } } }',
    { propertyId, name: 'Lake room', maxGuests: 2, units: 3, baseRate: 10_000 },
  );
  await make(
    'mutation ($input: StorefrontUpdateInput!) { made: storefrontUpdate(input: $input) { it: storefront { id } userErrors { message } } }',
    {
      id: storefrontId,
      paymentMethods: [{ kind: 'pay_at_property', enabled: true }],
    },
  );
  await make(
    'mutation ($input: CancellationPolicyCreateInput!) { made: cancellationPolicyCreate(input: $input) { it: cancellationPolicy { id } userErrors { message } } }',
    { storefrontId, name: 'Flexible', tiers: [{ hoursBefore: 24, refundPercent: 100 }] },
  );
  // First-host tests cover going live.
  await database.query(
    'UPDATE catalog.storefront SET opened_at = now(), agent_bookings = true, instant_booking = true WHERE id = $1',
    [storefrontId],
  );
  for (const role of ['front_desk', 'housekeeping'] satisfies Role[]) {
    const member = await newDeveloper(platform);
    people.set(role, member);
    await database.query(
      'INSERT INTO apps.memberships (account_id, team_id, role, created_at) VALUES ($1, $2, $3, now())',
      [member.viewer.accountId, owner.teamId, role],
    );
  }
  await platform.close();
  server = await simulateDays(database, port);
});
afterAll(async () => {
  await browser.close();
  await server.close();
  await database.drop();
});

interface Made {
  readonly it: { readonly id: string } | null;
  readonly userErrors: readonly object[];
}

/** A person's phone, signed in, at the simulated time. */
async function phoneOf(who: 'owner' | 'front_desk' | 'housekeeping'): Promise<Page> {
  const context = await browser.newContext({
    baseURL: server.address,
    reducedMotion: 'reduce',
    viewport: PHONE,
    timezoneId: TIME_ZONE,
    hasTouch: true,
  });
  await context.clock.setSystemTime(server.now());
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const watched = watch(page).troubles;
  // A busy server asks the panel to try again, which it does automatically.
  page.on('close', () => troubles.push(...watched.filter((trouble) => !/ 503 /.test(trouble))));
  await page.goto(`/login?return_to=%2Fpanel%3Fteam%3D${people.get('owner')?.team}`);
  await page.getByLabel('Email').fill(`${people.get(who)?.team}@example.com`);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const lands = who === 'housekeeping' ? 'My tasks' : 'Today';
  await page.getByRole('heading', { level: 1, name: lands }).waitFor();
  return page;
}

/** Keeps a picture of a page that passes axe and doesn't scroll sideways. */
async function look(page: Page, name: string): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(PHONE.width);
  expect(await seriousFindings(page), name).toEqual([]);
  await keepPicture(page, `week-${name}`, { fullPage: true });
}

const bookingOf = async (lastName: string) => {
  const [booking] = await database.query<{ id: string; reference: string; permalink: string }>(
    'SELECT id::text, reference, permalink_id AS permalink FROM checkout.bookings WHERE guest_last_name = $1',
    [lastName],
  );
  return booking ?? expect.unreachable(`${lastName} has no booking.`);
};
const openBooking = async (page: Page, lastName: string) => {
  const { id, reference } = await bookingOf(lastName);
  await page.goto(`/panel/bookings/${id}`);
  await page.getByRole('heading', { level: 1, name: reference }).waitFor();
};
const balance = (page: Page) => page.getByRole('table', { name: 'Folio' }).getByRole('row').last();

describe('a small hotel’s week on a phone', { timeout: 180_000 }, () => {
  let ada: BookedStay;

  test('the owner plans messages and tasks on Friday', async () => {
    await server.goTo(0, '17:00');
    const owner = await phoneOf('owner');
    await owner.goto('/panel/automation/messages');
    await owner.getByRole('button', { name: 'Before arrival' }).click();
    await owner.getByRole('heading', { level: 1, name: 'Before arrival' }).waitFor();
    await owner.getByRole('link', { name: 'Automatic messages' }).click();
    await owner.getByRole('button', { name: 'Add a rule' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Add the rule' }).click();
    await owner.getByText('2 days before check-in at 10:00').waitFor();
    await look(owner, 'messages');

    await owner.goto('/panel/automation');
    await owner.getByRole('button', { name: 'Add a rule' }).click();
    const rule = owner.getByRole('dialog');
    await rule.getByLabel('When').selectOption('in_house');
    await rule.getByLabel('Nights between two tasks').fill('2');
    await rule.getByLabel('Checklist').fill('Change the towels\nEmpty the bins');
    await rule.getByRole('button', { name: 'Save rule' }).click();
    await owner.getByText('Every 2 nights in house').waitFor();
    await look(owner, 'task-rules');
    await owner.context().close();
  });

  test('an agent, the telephone and a file bring bookings', async () => {
    ada = await bookStay(server, {
      storefront: DOMAIN,
      checkIn: server.date(3),
      checkOut: server.date(5),
      guest: 'Ada Byron',
    });
    const guest = await browser.newPage({ viewport: PHONE });
    await guest.goto(new URL(ada.path, `http://${DOMAIN}:${server.port}`).href);
    await guest.getByRole('button', { name: 'Pay at the property' }).click();
    await guest.getByText('You pay EUR 200.00 at the property.').waitFor();
    await guest.close();

    const desk = await phoneOf('front_desk');
    await desk.goto('/panel/bookings');
    await desk.getByRole('button', { name: 'New booking' }).click();
    const entry = desk.getByRole('dialog');
    await entry.getByLabel('Check-in').fill(server.date(1));
    await entry.getByLabel('Check-out').fill(server.date(4));
    await entry.getByLabel('First name').fill('Grace');
    await entry.getByLabel('Last name').fill('Hopper');
    await entry.getByText('Total', { exact: true }).first().click();
    await entry.getByLabel(/^Total \(/).fill('270,00');
    await entry.getByLabel('Reason').fill('Returning guest');
    await entry.getByLabel('Booked by').fill('Phone');
    await entry.getByRole('table', { name: 'Price' }).getByText('270.00').last().waitFor();
    await look(desk, 'new-booking');
    await entry.getByRole('button', { name: 'Create booking' }).click();
    await desk.getByRole('heading', { level: 1, name: /^BK-/ }).waitFor();
    await desk.context().close();

    const owner = await phoneOf('owner');
    await owner.goto('/panel/settings/transfer');
    const opened = owner.waitForEvent('filechooser');
    await owner.getByRole('button', { name: 'Choose reservations' }).click();
    const rows = [
      'external_id,property,unit_type,check_in,check_out,adults,first_name,last_name,total,paid,source',
      `A-1,Seehof,Lake room,${server.date(1)},${server.date(3)},2,Mary,Jackson,190.00,190.00,Booking.com`,
      `A-2,Seehof,Lake room,${server.date(2)},${server.date(4)},1,Joan,Clarke,200.00,0,Email`,
    ];
    const buffer = Buffer.from(rows.join('\n'));
    await (await opened).setFiles({ name: 'reservations.csv', mimeType: 'text/csv', buffer });
    await owner.getByRole('button', { name: 'Import 2 bookings' }).click();
    await owner.getByText('Done: 2 bookings imported.').waitFor();
    await owner.context().close();
  });

  test('guests arrive, pay and are checked in on Saturday', async () => {
    await server.goTo(1, '16:00');
    const desk = await phoneOf('front_desk');
    await openBooking(desk, 'Hopper');
    await desk.getByRole('button', { name: 'Record payment' }).click();
    const payment = desk.getByRole('dialog');
    await payment.getByRole('button', { name: /^Record EUR/ }).click();
    await payment.waitFor({ state: 'detached' });
    await balance(desk).getByText('0.00').waitFor();

    await desk.goto('/panel');
    for (const name of ['Hopper', 'Jackson']) {
      const { reference } = await bookingOf(name);
      await desk.getByRole('button', { name: `Check in ${reference}` }).click();
      await desk
        .getByRole('button', { name: `Undo check-in ${reference}` })
        .first()
        .waitFor();
    }
    await look(desk, 'arrivals');
    await desk.context().close();
  });

  test('a guest asks for another night on Sunday, and the owner accepts', async () => {
    await server.goTo(2, '10:30');
    const guest = await browser.newPage({ viewport: PHONE });
    await guest.goto(new URL(`${ada.path}/change`, `http://${DOMAIN}:${server.port}`).href);
    await guest.getByLabel('Check-out').fill(server.date(6));
    await guest.getByRole('button', { name: 'Show the new price' }).click();
    await guest.getByRole('button', { name: 'Send the request' }).click();
    await guest.getByRole('button', { name: 'Withdraw the request' }).waitFor();
    await guest.close();

    const owner = await phoneOf('owner');
    const changes = owner.getByRole('table', { name: 'Requested changes' });
    await changes.getByRole('link', { name: /^BK-/ }).waitFor();
    await look(owner, 'requested-change');
    await changes.getByRole('link', { name: /^BK-/ }).click();
    await owner.getByRole('button', { name: 'Accept' }).click();
    await owner.getByRole('button', { name: 'Accept the change' }).click();
    await changes.waitFor({ state: 'detached' });
    await owner.getByText('3 nights').waitFor();
    await owner.context().close();
  });

  test('a guest who never came is a no-show on Monday, and another leaves', async () => {
    await server.goTo(3, '09:00');
    const desk = await phoneOf('front_desk');
    const clarke = await bookingOf('Clarke');
    await desk.getByRole('table', { name: 'Not arrived yet' }).getByText(clarke.reference).click();
    await desk.getByRole('button', { name: `No-show ${clarke.reference}` }).click();
    await desk.getByLabel('Waive the fee').check();
    await desk.getByRole('dialog').getByRole('button', { name: 'No-show' }).click();
    await desk.getByRole('button', { name: `No-show ${clarke.reference}` }).waitFor({ state: 'detached' });

    await openBooking(desk, 'Jackson');
    await desk.getByRole('button', { name: 'Add charge' }).click();
    const charge = desk.getByRole('dialog');
    await charge.getByLabel('Name').fill('Breakfast');
    await charge.getByLabel(/^Amount/).fill('12,50');
    await charge.getByRole('button', { name: /^Add EUR/ }).click();
    await charge.waitFor({ state: 'detached' });
    await desk.getByRole('button', { name: 'Record payment' }).click();
    await desk.getByRole('dialog').getByLabel('Method').click();
    await desk.getByRole('option', { name: 'Card terminal' }).click();
    await desk
      .getByRole('dialog')
      .getByRole('button', { name: /^Record EUR/ })
      .click();
    await balance(desk).getByText('0.00').waitFor();
    await look(desk, 'folio');
    const { reference } = await bookingOf('Jackson');
    await desk.getByRole('button', { name: `Check out ${reference}` }).click();
    await desk.getByRole('button', { name: `Undo check-out ${reference}` }).waitFor();
    await desk.context().close();
  });

  test('the cleaner does the day’s tasks, and the room is clean again', async () => {
    const cleaner = await phoneOf('housekeeping');
    await look(cleaner, 'open-tasks');
    const take = cleaner.getByRole('button', { name: /^Take Unit / });
    await take.first().waitFor();
    const all = await take.count();
    for (let left = all; left > 0; left--) {
      await take.first().click();
      await expect.poll(() => take.count()).toBe(left - 1);
    }
    await look(cleaner, 'my-tasks');
    const dirty = () =>
      database.query(
        `SELECT s.unit_id FROM checkout.unit_statuses s JOIN catalog.unit u ON u.id = s.unit_id
         JOIN catalog.unit_type t ON t.id = u.unit_type_id JOIN catalog.property p ON p.id = t.property_id
         JOIN catalog.storefront o ON o.id = p.storefront_id WHERE o.slug = 'seehof' AND s.status = 'dirty'`,
      );
    expect(await dirty()).toHaveLength(1);
    const done = cleaner.getByRole('button', { name: 'Done' });
    const start = cleaner.getByRole('button', { name: 'Start' });
    while ((await start.count()) > 0) {
      const waiting = await start.count();
      await start.first().click();
      await expect.poll(() => start.count()).toBe(waiting - 1);
      const steps = cleaner.getByRole('checkbox');
      for (const step of await steps.all()) await step.check();
      await done.first().click();
      await expect.poll(() => done.count()).toBe(0);
    }
    await cleaner.getByText('Nothing to do right now').waitFor();
    await expect.poll(dirty).toEqual([]);
    await cleaner.context().close();
  });

  test('a room is out of order on Tuesday, and its guest moves', async () => {
    await server.goTo(3, '16:00');
    const desk = await phoneOf('front_desk');
    const byron = await bookingOf('Byron');
    await desk.getByRole('button', { name: `Check in ${byron.reference}` }).click();
    await desk
      .getByRole('button', { name: `Undo check-in ${byron.reference}` })
      .first()
      .waitFor();
    await desk.context().close();

    await server.goTo(4, '10:00');
    const owner = await phoneOf('owner');
    const hopper = await bookingOf('Hopper');
    await owner.getByRole('button', { name: `Check out ${hopper.reference}` }).click();
    await owner.getByRole('button', { name: `Undo check-out ${hopper.reference}` }).waitFor();
    await look(owner, 'departures');
    const [room] = await database.query<{ name: string }>(
      `SELECT b.assigned_units -> 0 ->> 'name' AS name FROM checkout.bookings b WHERE b.reference = $1`,
      [byron.reference],
    );
    await owner.goto('/panel/tasks/housekeeping');
    await owner.getByRole('button', { name: `Out of order: unit ${room?.name}` }).click();
    const closing = owner.getByRole('dialog');
    await closing.getByLabel('First night').fill(server.date(4));
    await closing.getByLabel('Last night').fill(server.date(6));
    await closing.getByLabel('Reason').fill('Water damage');
    await closing.getByRole('button', { name: 'Close these nights' }).click();
    await closing.waitFor({ state: 'detached' });
    await look(owner, 'housekeeping');
    await openBooking(owner, 'Byron');
    await owner.getByRole('button', { name: 'Find a unit' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click();
    await owner.getByRole('button', { name: 'Find a unit' }).waitFor({ state: 'detached' });
    await look(owner, 'moved');
    await owner.context().close();
  });

  test('a guest writes on Wednesday, and another cancels and is paid back', async () => {
    await server.goTo(5, '11:00');
    const turing = await bookStay(server, {
      storefront: DOMAIN,
      checkIn: server.date(8),
      checkOut: server.date(9),
      guest: 'Alan Turing',
    });
    const guest = await browser.newPage({ viewport: PHONE });
    const visit = (path: string) => guest.goto(new URL(path, `http://${DOMAIN}:${server.port}`).href);
    await visit(turing.path);
    await guest.getByRole('button', { name: 'Pay at the property' }).click();
    await guest.getByText('You pay EUR 100.00 at the property.').waitFor();

    const desk = await phoneOf('front_desk');
    await openBooking(desk, 'Turing');
    await desk.getByRole('button', { name: 'Record payment' }).click();
    await desk
      .getByRole('dialog')
      .getByRole('button', { name: /^Record EUR/ })
      .click();
    await balance(desk).getByText('0.00').waitFor();

    await visit(`${turing.path}/cancel`);
    await guest.getByRole('button', { name: 'Cancel this booking' }).click();
    await guest.getByText('Alan, you cancelled this booking on').waitFor();
    await guest.getByText('EUR 100.00 is due back to you').waitFor();
    await visit(ada.path);
    await guest.getByLabel('Your message').fill('Is there a boat?');
    await guest.getByRole('button', { name: 'Send message' }).click();
    await guest.getByText('Your message was sent.').waitFor();

    await desk.goto('/panel');
    const due = desk.getByRole('table', { name: 'Refunds to pay back' });
    await due.getByText('EUR 100.00').waitFor();
    await look(desk, 'refund-due');
    const owner = await phoneOf('owner');
    await openBooking(owner, 'Turing');
    await owner.getByRole('button', { name: 'Record refund' }).click();
    await owner
      .getByRole('dialog')
      .getByRole('button', { name: /^Record EUR/ })
      .click();
    await owner.getByRole('dialog').waitFor({ state: 'detached' });
    await owner.context().close();
    await visit(turing.path);
    await guest.getByText('EUR 100.00 was refunded on').waitFor();

    await desk.goto('/panel/messages');
    await desk.getByRole('link', { name: 'Ada Byron' }).click();
    await desk.getByLabel('Your reply').fill('There is, at the pier.');
    await desk.getByRole('button', { name: 'Send reply' }).click();
    await desk.getByRole('list', { name: 'Messages' }).getByText('There is, at the pier.').waitFor();
    await visit(ada.path);
    await guest.getByText('There is, at the pier.').waitFor();
    await guest.close();
    await look(desk, 'conversation');
    await desk.context().close();
  });

  test('the last guest pays and leaves on Thursday, and the books agree', async () => {
    await server.goTo(6, '10:00');
    const desk = await phoneOf('front_desk');
    await openBooking(desk, 'Byron');
    const sent = desk.getByRole('table', { name: 'Automatic messages' });
    await sent.getByText('Sent', { exact: true }).waitFor();
    await desk.getByRole('button', { name: 'Record payment' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Record EUR 300.00' }).click();
    await balance(desk).getByText('0.00').waitFor();
    const { reference } = await bookingOf('Byron');
    await desk.getByRole('button', { name: `Check out ${reference}` }).click();
    await desk.getByRole('button', { name: `Undo check-out ${reference}` }).waitFor();
    await look(desk, 'last-guest');
    for (const name of ['Byron', 'Clarke', 'Hopper', 'Jackson', 'Turing']) {
      await openBooking(desk, name);
      await balance(desk).getByText('0.00').waitFor();
    }
    await desk.context().close();
    const stays = await database.query(
      `SELECT guest_last_name AS guest, status, stay_state AS state FROM checkout.bookings
       WHERE guest_last_name IN ('Byron', 'Clarke', 'Hopper', 'Jackson', 'Turing') ORDER BY 1`,
    );
    expect(stays).toEqual([
      { guest: 'Byron', status: 'confirmed', state: 'departed' },
      { guest: 'Clarke', status: 'confirmed', state: 'no_show' },
      { guest: 'Hopper', status: 'confirmed', state: 'departed' },
      { guest: 'Jackson', status: 'confirmed', state: 'departed' },
      { guest: 'Turing', status: 'cancelled', state: null },
    ]);
    expect(await brokenInvariants(database)).toEqual({});
    expect(troubles).toEqual([]);
  });
});
