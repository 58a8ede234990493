import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/transaction.ts';
import { createUsageRecord } from '#subgraphs/apps/billing/commands/create-usage-record.ts';
import { installApp } from '#subgraphs/apps/installs/commands/install-app.ts';
import { envelopeSchema, TOPICS } from '#subgraphs/apps/webhooks/topics/topics.ts';
import { moveMessage } from '#subgraphs/checkout/conversations/steps/move-message.ts';
import { openChannel } from '../support/channel.ts';
import { openInbox } from '../support/conversations.ts';
import {
  ask,
  contextOf,
  type InstalledApp,
  installNewApp,
  newDeveloper,
  pushApp,
} from '../support/developer.ts';
import { contextAt, newPaidApp, PLAN, USAGE } from '../support/paid-app.ts';
import { openPaymentWorld, type PaymentWorld, type Placed } from '../support/payment-world.ts';
import { operator } from '../support/public-app.ts';
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { openRequests } from '../support/requests.ts';
import { daysAhead } from '../support/stays.ts';
import { createTask, designate, eventually } from '../support/task-world.ts';

/**
 * A real change triggers every topic, which is documented as sent. `WEBHOOK_EXAMPLES=write` writes the
 * documentation's examples from these deliveries; run `npm run docs` after that.
 */
const EXAMPLES = 'docs/reference/webhooks/examples.json';
const NAMES = Object.keys(TOPICS) as (keyof typeof TOPICS)[];
/** Sent only to the app that opened the session. */
const SESSION_ENDS: readonly string[] = ['payment_session.expired', 'payment_session.canceled'];

let receiver: Receiver;
let world: PaymentWorld;
let app: InstalledApp;
beforeAll(async () => {
  receiver = await startReceiver();
  world = await openPaymentWorld(
    { SWEEP_INTERVAL: 'PT0.2S' },
    { webhooks: SESSION_ENDS, webhook_url: receiver.url },
  );
  const webhooks = NAMES.filter((topic) => !SESSION_ENDS.includes(topic));
  app = await installNewApp(world.platform, world.developer, { webhooks, webhook_url: receiver.url });
});
afterAll(async () => {
  await world.close();
  await receiver.close();
});

/** Waits for a topic's first webhook about an object. */
async function told(topic: keyof typeof TOPICS, id?: number): Promise<Received['envelope']> {
  const find = () =>
    receiver.received.find(
      ({ envelope }) => envelope.topic === topic && (id === undefined || envelope.resource.id === id),
    );
  await receiver.until(() => find() !== undefined);
  return find()?.envelope ?? expect.unreachable();
}

const asHost = (mutation: string) =>
  ask<Readonly<Record<string, { readonly userErrors: readonly object[] }>>>(
    world.platform,
    world.developer.host,
    `mutation { ${mutation} { userErrors { code message } } }`,
  );
const asApp = (scopes: readonly string[], mutation: string) =>
  ask(world.platform, { ...app.viewer, scopes }, `mutation { ${mutation} { userErrors { message } } }`);
const sql = (text: string, values: readonly unknown[]) => world.platform.database.query(text, values);
const pay = ({ bookingId }: Placed) => asHost(`bookingMarkPaid(id: ${bookingId})`);

test('a booking publishes events when created, confirmed, cancelled or expired, and on arrival and departure', async () => {
  const [paid, unpaid, off] = [await world.place(), await world.place(), await world.place()];
  await told('booking.created', paid.bookingId);
  await pay(paid);
  expect((await told('booking.confirmed', paid.bookingId)).resource).toMatchObject({
    status: 'confirmed',
    version: 2,
    source: { kind: 'agent', name: 'agent.example', external_id: null },
  });

  await pay(off);
  const unit = `(SELECT min(u.id)::int FROM catalog.unit u WHERE u.unit_type_id = (b.lines -> 0 ->> 'unitTypeId')::int)`;
  const [assigned] = await sql(
    `SELECT ${unit} AS id, b.adults, b.lines -> 0 -> 'unitTypeId' AS "unitTypeId" FROM checkout.bookings b WHERE b.id = $1`,
    [off.bookingId],
  );
  const { id, adults, unitTypeId } = assigned as { id: number; adults: number; unitTypeId: number };
  const units = await asHost(`bookingUnitsAssign(input: { bookingId: ${off.bookingId}, unitIds: [${id}] })`);
  expect(units).toEqual({ bookingUnitsAssign: { userErrors: [] } });
  expect((await told('booking.updated', off.bookingId)).resource).toMatchObject({
    status: 'confirmed',
    version: 3,
    party: { adults, children: 0 },
    lines: [{ unit_type_id: unitTypeId, quantity: 1 }],
  });

  await asHost(`unitHousekeepingSet(input: { unitId: ${id}, status: dirty })`);
  expect((await told('unit.housekeeping_changed', id)).resource).toMatchObject({
    status: 'dirty',
    from: null,
  });

  await asHost(`bookingCancel(id: ${off.bookingId})`);
  expect((await told('booking.cancelled', off.bookingId)).resource).toMatchObject({
    status: 'cancelled',
    version: 4,
  });

  await sql('UPDATE checkout.bookings SET hold_expires_at = now() WHERE id = $1', [unpaid.bookingId]);
  expect((await told('booking.expired', unpaid.bookingId)).resource).toMatchObject({ status: 'released' });

  const came = 'UPDATE checkout.bookings SET check_in = $2, check_out = $3 WHERE id = $1';
  await sql(came, [paid.bookingId, daysAhead(-2), daysAhead(2)]);
  expect((await told('booking.checked_in', paid.bookingId)).resource).toMatchObject({
    status: 'confirmed',
    version: 3,
  });
  await sql(came, [paid.bookingId, daysAhead(-2), daysAhead(-1)]);
  expect((await told('booking.checked_out', paid.bookingId)).resource).toMatchObject({ version: 4 });
  expect(await asHost(`bookingCancel(id: ${paid.bookingId})`)).toMatchObject({
    bookingCancel: { userErrors: [{ code: 'BOOKING_OVER' }] },
  });
  const times = receiver.received.filter(({ envelope }) => envelope.topic.startsWith('booking.checked_'));
  expect(times).toHaveLength(2);

  const missing = await world.place();
  await pay(missing);
  await sql(came, [missing.bookingId, daysAhead(-1), daysAhead(2)]);
  expect(await asHost(`bookingNoShow(id: ${missing.bookingId})`)).toEqual({
    bookingNoShow: { userErrors: [] },
  });
  expect((await told('booking.no_show', missing.bookingId)).resource).toMatchObject({ status: 'confirmed' });
});

test('a guest who requests a change publishes an event', async () => {
  const asked = await world.place();
  await pay(asked);
  const [stay] = await sql(
    `SELECT permalink_id AS "permalinkId", check_in::text AS "checkIn", check_out::text AS "checkOut", adults + 1 AS adults, children,
       storefront_id AS "storefrontId", team_id AS "teamId" FROM checkout.bookings WHERE id = $1`,
    [asked.bookingId],
  );
  const { storefrontId, teamId, ...wanted } = stay as Record<string, unknown>;
  const agent = { kind: 'agent', storefrontId, teamId, surface: 'direct', profile: null, address: null };
  const change = async (fingerprint: string | null) => {
    const input = { ...wanted, fingerprint };
    const { bookingStayChange } = await ask<{
      bookingStayChange: { quote: { fingerprint: string } | null; userErrors: readonly object[] };
    }>(
      world.platform,
      agent as Parameters<typeof ask>[1],
      'mutation ($input: BookingStayChangeInput!) { bookingStayChange(input: $input) { quote { fingerprint } userErrors { code } } }',
      { input },
    );
    expect(bookingStayChange.userErrors).toEqual([]);
    return bookingStayChange.quote?.fingerprint ?? null;
  };
  await change(await change(null));
  const { resource } = await told('booking.change_requested');
  expect(resource).toMatchObject({
    type: 'booking_change_request',
    booking_id: asked.bookingId,
    status: 'pending',
  });
});

test('a guest publishes an event when changed and when erased', async () => {
  const { bookingId } = await world.place();
  const [row] = await sql('SELECT contact_id::float8 AS id FROM checkout.bookings WHERE id = $1', [
    bookingId,
  ]);
  const { id } = row as { id: number };
  await asHost(`contactUpdate(input: { id: ${id}, notes: "Late arrival" })`);
  const { resource } = await told('contact.updated', id);
  expect(resource).toEqual({ type: 'contact', id, version: 2 });
  await asHost(`contactRedact(id: ${id})`);
  expect((await told('contact.redacted', id)).resource).toEqual({ type: 'contact', id, version: 3 });
});

test('a request to book publishes an event when it is placed and for every way it ends', async () => {
  const requests = await openRequests(world.platform, 'lakeside');
  const storefront = (input: string) =>
    asHost(`storefrontUpdate(input: { id: ${requests.storefront}, ${input} })`);
  const dates = { checkIn: daysAhead(300), checkOut: daysAhead(302) };
  const place = (n: number) =>
    requests.request({ checkIn: daysAhead(300 + 3 * n), checkOut: daysAhead(302 + 3 * n) });
  const [paid, declined, withdrawn, expired, failed] = [
    await place(0),
    await place(1),
    await place(2),
    await place(3),
    await place(4),
  ];
  const named = async (topic: keyof typeof TOPICS, { id }: { readonly id: string }) => {
    const find = () =>
      receiver.received.find(({ envelope }) => envelope.topic === topic && `${envelope.resource.id}` === id);
    await receiver.until(() => find() !== undefined);
    return find()?.envelope.resource;
  };
  expect(await named('booking_request.created', paid)).toMatchObject({
    status: 'pending',
    version: 2,
    check_in: dates.checkIn,
    booking_id: null,
  });
  const { bookingRequest } = await requests.accept(paid.id);
  const booking_id = Number(bookingRequest?.booking?.id);
  expect((await told('booking.created', booking_id)).resource).toMatchObject({
    source: { kind: 'request', name: null, external_id: expect.stringMatching(/^RQ-|^[A-Z]+-/) },
  });
  expect(await named('booking_request.accepted', paid)).toMatchObject({ status: 'accepted', booking_id });
  await asHost(`bookingMarkPaid(id: ${booking_id})`);
  expect(await named('booking_request.booked', paid)).toMatchObject({ status: 'booked', version: 4 });
  await requests.decline(declined.id);
  await requests.withdraw(withdrawn.id);
  await sql('UPDATE checkout.booking_requests SET respond_by = now() WHERE id = $1', [expired.id]);
  await sql('UPDATE catalog.night SET closed = total WHERE unit_type_id = $1 AND night = $2', [
    requests.unit,
    daysAhead(312),
  ]);
  await requests.accept(failed.id);
  await named('booking_request.declined', declined);
  await named('booking_request.withdrawn', withdrawn);
  await named('booking_request.expired', expired);
  await named('booking_request.failed', failed);
  await storefront('instantBooking: true');
});

test('a cancelled booking releases its nights even during a payment', async () => {
  const confirmed = async ({ checkoutId }: Placed) => {
    const [nights] = await world.platform.database.query<{ state: string; confirmed: number }>(
      `SELECT h.state, sum(n.confirmed)::int AS confirmed
       FROM checkout.bookings b JOIN catalog.stay_holds h ON h.id = b.hold_id
       JOIN catalog.night n ON n.unit_type_id = ANY (h.unit_type_ids) AND n.night >= h.check_in AND n.night < h.check_out
       WHERE b.checkout_id = $1 GROUP BY h.state`,
      [checkoutId],
    );
    return nights;
  };
  const booking = await world.place();
  await pay(booking);
  expect(await confirmed(booking)).toEqual({ state: 'confirmed', confirmed: 2 });
  for (const _again of [1, 2]) {
    expect(await asHost(`bookingCancel(id: ${booking.bookingId})`)).toEqual({
      bookingCancel: { userErrors: [] },
    });
    expect(await confirmed(booking)).toEqual({ state: 'released', confirmed: 0 });
  }
  for (let i = 0; i < 4; i += 1) {
    const raced = await world.place();
    const [, cancelled] = await Promise.all([pay(raced), asHost(`bookingCancel(id: ${raced.bookingId})`)]);
    expect(cancelled).toEqual({ bookingCancel: { userErrors: [] } });
    await eventually(
      () => confirmed(raced),
      (nights) => nights?.state === 'released' && nights.confirmed === 0,
    );
  }
  const stranger = await newDeveloper(world.platform);
  const text = `mutation { bookingCancel(id: ${booking.bookingId}) { booking { id } userErrors { code } } }`;
  expect(await ask(world.platform, stranger.host, text)).toEqual({
    bookingCancel: { booking: null, userErrors: [{ code: 'NOT_FOUND' }] },
  });
});

test("changes to a night's rate or availability publish events", async () => {
  const { bookingId } = await world.place({ unitType: 6 });
  await told('availability.updated', 6);
  await asHost(
    `ratesSet(input: { unitTypeId: 6, from: "${daysAhead(9)}", until: "${daysAhead(10)}", rate: 12300 })`,
  );
  expect((await told('rates.updated', 6)).resource).toMatchObject({
    from: daysAhead(9),
    until: daysAhead(10),
  });
  expect(bookingId).toBeGreaterThan(0);
});

test('an injection publishes an event when placed, published, suspended and removed', async () => {
  const { slug } = await installNewApp(world.platform, world.developer, {
    type: 'injection',
    webhooks: NAMES.filter((topic) => topic.startsWith('injection.')),
    webhook_url: receiver.url,
    injections: [{ handle: 'reviews', target: 'stay.bottom', url: 'https://reviews.example/frame' }],
  });
  const input = `{ storefrontId: 1, appSlug: "${slug}", handle: "reviews", target: "stay.bottom" }`;
  const placed = await ask<{ it: { placement: { id: string } } }>(
    world.platform,
    world.developer.host,
    `mutation { it: injectionPlace(input: ${input}) { placement { id } } }`,
  );
  const { id } = placed.it.placement;
  expect((await told('injection.placed', Number(id))).resource).toEqual({
    type: 'injection',
    id: Number(id),
    version: 1,
    storefront_id: 1,
    handle: 'reviews',
    target: 'stay.bottom',
    status: 'draft',
  });
  await asHost(`injectionPublish(id: "${id}")`);
  expect((await told('injection.published', Number(id))).resource).toMatchObject({ status: 'published' });
  const suspend = `mutation { injectionsSuspend(appSlug: "${slug}", reason: "It skims.") { changed } }`;
  await ask(world.platform, await operator(world.platform), suspend);
  expect((await told('injection.suspended', Number(id))).resource).toMatchObject({ status: 'suspended' });
  await asHost(`injectionRemove(id: "${id}")`);
  expect((await told('injection.removed', Number(id))).resource).toMatchObject({ status: 'gone' });
});

test('a conversation publishes an event when opened, when answered and when a message fails', async () => {
  const inbox = await openInbox(world.platform, 'lakeside');
  const booking = await inbox.book();
  const asked = (await inbox.guestWrites(booking, 'Is there a crib?')).message ?? expect.unreachable();
  const conversationId = Number(asked.conversationId);
  expect((await told('conversation.created', conversationId)).resource).toEqual({
    type: 'conversation',
    id: conversationId,
    version: 1,
    status: 'open',
    provider: 'platform',
    contact_id: booking.contactId,
  });
  expect((await told('message.received', Number(asked.id))).resource).toEqual({
    type: 'message',
    id: Number(asked.id),
    version: 2,
    conversation_id: conversationId,
    provider: 'platform',
    direction: 'in',
    author: 'guest',
    status: 'delivered',
    booking_id: Number(booking.id),
    request_id: null,
  });
  const answer =
    (await inbox.hostWrites(String(conversationId), 'There is.')).message ?? expect.unreachable();
  expect((await told('message.sent', Number(answer.id))).resource).toMatchObject({
    status: 'sent',
    author: 'host',
  });
  const ctx = contextOf(world.platform);
  await inTransaction(ctx, (em) =>
    moveMessage(ctx, em, { id: Number(answer.id), conversationId }, 'failed', {
      failure: { code: 'MAIL', text: 'No such mailbox.' },
    }),
  );
  expect((await told('message.failed', Number(answer.id))).resource).toMatchObject({ status: 'failed' });
  await told('conversation.updated', conversationId);
});

test("a change to a booking's folio publishes its balance", async () => {
  const { bookingId } = await world.place();
  const { folioPaymentRecord } = await ask<{
    folioPaymentRecord: { folio: { balance: number; version: number } };
  }>(
    world.platform,
    world.developer.host,
    `mutation($input: FolioPaymentRecordInput!) { folioPaymentRecord(input: $input) { folio { balance version } } }`,
    { input: { bookingId: String(bookingId), method: 'cash', amount: 100 } },
  );
  expect((await told('folio.updated', bookingId)).resource).toEqual({
    type: 'folio',
    id: bookingId,
    booking_id: bookingId,
    currency: 'EUR',
    ...folioPaymentRecord.folio,
  });
});

test('a task publishes an event for every change', async () => {
  await designate(world.platform, world.developer, app.slug);
  const id = await createTask(
    world.platform,
    { developer: world.developer, propertyId: '1' },
    { dueAt: '2026-01-01T00:00:00Z' },
  );
  await told('task.created', Number(id));
  await told('task.assignment_requested', Number(id));
  await asApp(
    ['write_tasks'],
    `taskSetCustomField(taskId: ${id}, namespace: "${app.slug}", key: "crew", type: "string", value: "North")`,
  );
  await told('task.updated', Number(id));
  await asApp(
    ['write_tasks'],
    `taskAssign(input: { id: ${id}, assigneeType: external, assigneeName: "Anna" })`,
  );
  await told('task.status_changed', Number(id));
  const { resource } = await told('property.updated', 1);
  expect(resource, 'a cleaning that is overdue').toMatchObject({ version: 2, guest_ready: false });
});

test('a property and a unit type publish an event when an app edits them', async () => {
  await asApp(['write_properties'], 'propertyUpdate(input: { id: 1, name: "Lakeside House" })');
  await asApp(['write_properties'], 'unitTypeUpdate(input: { id: 1, active: false })');
  expect((await told('unit_type.updated', 1)).resource).toMatchObject({ property_id: 1, active: false });
});

test('a storefront publishes an event when its settings change', async () => {
  await asHost(`storefrontUpdate(input: { id: 1, maxHoldsPerGuest: 999 })`);
  expect((await told('storefront.updated')).resource).toMatchObject({ status: 'live' });
});

test('connecting a property to a channel publishes an event', async () => {
  const channel = await openChannel(world.platform, world.developer, {
    webhooks: ['channel_connection.updated'],
    webhook_url: receiver.url,
  });
  const id = Number(await channel.connect('CH-1'));
  expect((await told('channel_connection.updated', id)).resource).toMatchObject({
    version: 1,
    status: 'testing',
  });
  await channel.server.close();
});

test('a payment session publishes an event when it expires', async () => {
  const booking = await world.place();
  const session = await world.open(booking);
  await sql('UPDATE payments.session SET expires_at = now() WHERE id = $1', [session]);
  await told('payment_session.expired');
});

test('a payment session publishes its cancellation', async () => {
  const booking = await world.place();
  await world.open(booking);
  await asHost(`bookingMarkPaid(id: "${booking.bookingId}")`);
  await told('payment_session.canceled');
});

test('the install publishes its own events', async () => {
  await told('app.installed', app.viewer.installId);
  const scopes = ['read_tasks', 'write_tasks', 'read_bookings', 'read_rates'];
  await pushApp(world.platform, world.developer, {
    slug: app.slug,
    scopes,
    webhooks: NAMES.filter((topic) => !SESSION_ENDS.includes(topic)),
    webhook_url: receiver.url,
    settings: [{ key: 'account_number', type: 'text', label: 'Account number' }],
  });
  const where = `slug: "${app.slug}", team: "${world.developer.team}"`;
  await asHost(`appPermissionsApprove(${where}, permissions: ["read_rates"])`);
  expect((await told('app.scopes_changed', app.viewer.installId)).resource).toMatchObject({ scopes });
  await asHost(`appSettingsSet(slug: "${app.slug}", values: [{ key: "account_number", value: "42" }])`);
  expect((await told('app.settings_changed', app.viewer.installId)).resource).toMatchObject({
    keys: ['account_number'],
    version: 1,
  });
  await asHost(`appUninstall(${where})`);
  await told('app.uninstalled', app.viewer.installId);
});

test('a paid app is told when its subscription changes and when usage nears the cap', async () => {
  const { platform, developer } = world;
  const webhooks = ['app.subscription_changed', 'app.usage_near_cap'];
  const paid = await newPaidApp(platform, [{ ...PLAN, ...USAGE }], { webhooks, webhook_url: receiver.url });
  const now = new Date().toISOString();
  const host = contextAt(platform, now, developer.host);
  await installApp(host, { slug: paid.slug, dev: false, plan: PLAN.key });
  const [install] = await platform.database.query<{ installId: number; appId: number }>(
    `SELECT i.id AS "installId", a.id AS "appId" FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = $1`,
    [paid.slug],
  );
  if (!install) throw new Error('The app is installed.');
  const access = { appSlug: paid.slug, teamId: developer.teamId, scopes: [], capabilities: [] };
  const ctx = contextAt(platform, now, { kind: 'app', ...install, ...access });
  const record = { usageKey: 'cleaning', quantity: 134, idempotencyKey: 'may' };
  expect((await createUsageRecord(ctx, record)).userErrors).toEqual([]);
  await told('app.usage_near_cap');
  await asHost(`appSubscriptionCancel(slug: "${paid.slug}")`);
  await told('app.subscription_changed');
});

test('each webhook arrives as documented', () => {
  const first = new Map(
    NAMES.map((topic) => [topic, receiver.received.find(({ envelope }) => envelope.topic === topic)]),
  );
  if (process.env.WEBHOOK_EXAMPLES === 'write') {
    const bodies = [...first].map(([topic, webhook]) => [topic, webhook?.envelope]);
    writeFileSync(EXAMPLES, `${JSON.stringify(Object.fromEntries(bodies), null, 2)}\n`);
  }
  const examples = JSON.parse(readFileSync(EXAMPLES, 'utf8')) as Readonly<Record<string, unknown>>;
  expect(Object.keys(examples)).toEqual(NAMES);
  for (const [topic, description] of Object.entries(TOPICS)) {
    const strict = envelopeSchema(topic, {
      ...description,
      resource: description.resource.strict(),
    }).strict();
    const real = receiver.received.filter(({ envelope }) => envelope.topic === topic);
    for (const { envelope } of real) expect(strict.safeParse(envelope).error, topic).toBeUndefined();
    expect(strict.safeParse(examples[topic]).error, topic).toBeUndefined();
    const delivered = real.map(({ envelope }) => fieldsOf(envelope).join(' '));
    expect(delivered, `${EXAMPLES} is stale: WEBHOOK_EXAMPLES=write`).toContain(
      fieldsOf(examples[topic]).join(' '),
    );
  }
});

/** Sorted paths for a value's fields. A list's entries share one path. */
function fieldsOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const fields = Array.isArray(value)
    ? value.flatMap((entry) => fieldsOf(entry, `${path}[]`))
    : Object.entries(value).flatMap(([name, field]) => fieldsOf(field, `${path}.${name}`));
  return [...new Set([path, ...fields])].sort();
}

test('an example is stale if it lacks a field that deliveries have gained', () => {
  const example = { topic: 'booking.created', resource: { id: 1, lines: [{ quantity: 1 }] } };
  const gained = { ...example, resource: { ...example.resource, source: { kind: 'agent' } } };
  const same = { topic: 'booking.created', resource: { id: 9, lines: [{ quantity: 2 }, { quantity: 1 }] } };
  expect(fieldsOf(gained)).not.toEqual(fieldsOf(example));
  expect(fieldsOf(same)).toEqual(fieldsOf(example));
});
