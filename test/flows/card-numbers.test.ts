import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgent, type McpAgent } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { ask, type InstalledApp, installNewApp } from '../support/developer.ts';
import { dumpOf } from '../support/dump.ts';
import { graphql } from '../support/graphql.ts';
import { openReception } from '../support/guests.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { newRequester, openRequests } from '../support/requests.ts';
import { daysAhead } from '../support/stays.ts';

/** Written with dots: no other value in the database has that form. */
const CARD = '4012.8888.8888.1881';
const TEXT = `Use ${CARD} 12/29`;

let platform: TestPlatform;
let agent: McpAgent;
let app: InstalledApp;
beforeAll(async () => {
  platform = await startPlatform();
  agent = await connectAgent(platform.port, 'lakeside.localhost');
  app = await installNewApp(platform, await demoHost(platform, 'lakeside'), {
    scopes: ['write_bookings', 'write_properties', 'write_rates', 'write_tasks'],
  });
});
afterAll(async () => {
  await agent.close();
  await platform.close();
});

describe('card numbers', () => {
  test("a checkout masks a card number in a buyer's name", async () => {
    const buyer = { first_name: CARD, last_name: 'Byron', email: 'ada@example.com', phone_number: CARD };
    const line_items = [{ item: { id: `stay:8:${daysAhead(30)}:${daysAhead(31)}:2:0` }, quantity: 1 }];
    const session = await agent.call('create_checkout', { checkout: { line_items, buyer } });
    expect(session).toMatchObject({ status: 'incomplete', buyer: { first_name: '•••• 1881' } });
    expect(session.messages).toMatchObject([
      {
        code: 'missing',
        path: '$.buyer.first_name',
        content: expect.stringContaining('without a card number'),
      },
      { code: 'missing', path: '$.buyer.phone_number' },
    ]);
  });

  test("an app can't enter a booking with a card number as the guest's name", async () => {
    const query = `mutation { bookingCreate(input: { externalId: "card", unitTypeId: 8, checkIn: "${daysAhead(32)}",
      checkOut: "${daysAhead(33)}", adults: 1, guest: { firstName: "${CARD}", lastName: "Byron" } }) {
      booking { id } userErrors { field code } } }`;
    const { data } = await graphql(platform.address, query, { token: app.token, version: '2026-10' });
    expect(data.bookingCreate).toEqual({
      booking: null,
      userErrors: [{ field: ['input', 'guest', 'firstName'], code: 'CARD_DATA' }],
    });
  });

  test("a custom field can't contain a card number", async () => {
    const reception = await openReception(platform, 'lakeside');
    const { id } = await reception.book({ firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' });
    const query = `mutation { bookingSetCustomField(bookingId: ${id}, namespace: "${app.slug}", key: "paid_with",
      type: "string", value: "${TEXT}") { booking { id } userErrors { field code } } }`;
    const { data } = await graphql(platform.address, query, { token: app.token, version: '2026-10' });
    expect(data.bookingSetCustomField).toEqual({
      booking: null,
      userErrors: [{ field: ['value'], code: 'CARD_DATA' }],
    });
  });

  const CARD_IN = (...field: readonly string[]) => [{ field, code: 'CARD_DATA' }];

  test.each([
    ['title', `taskCreate(input: { taskType: "inspection", propertyId: "1", title: "${TEXT}" })`],
    ['note', `taskCreate(input: { taskType: "inspection", propertyId: "1", note: "${TEXT}" })`],
    ['assigneeName', `taskAssign(input: { id: "1", assigneeType: user, assigneeName: "${TEXT}" })`],
  ])("a task's %s can't contain a card number", async (field, mutation) => {
    const { host } = await demoHost(platform, 'lakeside');
    const { done } = await ask<{ done: unknown }>(
      platform,
      host,
      `mutation { done: ${mutation} { task { id } userErrors { field code } } }`,
    );
    expect(done).toEqual({ task: null, userErrors: CARD_IN('input', field) });
  });

  test.each([
    ['string', TEXT],
    ['json', JSON.stringify({ paid: TEXT })],
    ['json', `{"paid":"${[...CARD].map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join('')}"}`],
  ])('custom fields of type %s on tasks and properties reject the card number in %j', async (type, value) => {
    const { host } = await demoHost(platform, 'lakeside');
    const made = await ask<{ taskCreate: { task: { id: string } } }>(
      platform,
      host,
      'mutation { taskCreate(input: { taskType: "inspection", propertyId: "1" }) { task { id } } }',
    );
    const query = `mutation($task: ID!, $namespace: String!, $type: String!, $value: String!) {
      task: taskSetCustomField(taskId: $task, namespace: $namespace, key: "paid", type: $type, value: $value) {
        userErrors { field code } }
      property: propertySetCustomField(propertyId: 1, namespace: $namespace, key: "paid", type: $type, value: $value) {
        userErrors { field code } } }`;
    const variables = { task: made.taskCreate.task.id, namespace: app.slug, type, value };
    const { data } = await graphql(platform.address, query, {
      variables,
      token: app.token,
      version: '2026-10',
    });
    expect(data).toEqual({
      task: { userErrors: CARD_IN('value') },
      property: { userErrors: CARD_IN('value') },
    });
  });

  test.each([
    ['name', `propertyUpdate(input: { id: "1", name: "${TEXT}" })`],
    [
      'descriptions',
      `propertyUpdate(input: { id: "1", descriptions: [{ locale: "en", markdown: "${TEXT}" }] })`,
    ],
    ['address', `propertyUpdate(input: { id: "1", address: { street: "${TEXT}" } })`],
    ['name', `unitTypeUpdate(input: { id: "1", name: "${TEXT}" })`],
    [
      'descriptions',
      `unitTypeUpdate(input: { id: "1", descriptions: [{ locale: "en", markdown: "${TEXT}" }] })`,
    ],
  ])("the %s of a property or unit type can't contain a card number: %s", async (field, mutation) => {
    const { host } = await demoHost(platform, 'lakeside');
    const { done } = await ask<{ done: unknown }>(
      platform,
      host,
      `mutation { done: ${mutation} { userErrors { field code } } }`,
    );
    expect(done).toEqual({ userErrors: CARD_IN('input', field) });
  });

  const NIGHT = `unitTypeId: "1", from: "${daysAhead(40)}", until: "${daysAhead(41)}"`;
  test.each([
    ['title', `ratePlanCreate(input: { unitTypeId: "1", title: "${TEXT}" })`],
    ['description', `ratePlanCreate(input: { unitTypeId: "1", title: "Flexible", description: "${TEXT}" })`],
    ['name', `feeSet(input: { propertyId: "1", name: "${TEXT}", basis: per_stay, amount: 100 })`],
    ['name', `taxSet(input: { propertyId: "1", name: "${TEXT}", percent: 3.8 })`],
    ['name', `cancellationPolicyCreate(input: { name: "${TEXT}", tiers: [] })`],
    ['reason', `nightsSet(input: { ${NIGHT}, closed: 1, reason: "${TEXT}" })`],
    ['licences', `propertyUpdate(input: { id: "1", licences: [{ authority: "${TEXT}", number: "A1" }] })`],
    [
      'name',
      `icalFeedAdd(input: { unitTypeId: "1", name: "${TEXT}", url: "https://calendar.example/a.ics" })`,
    ],
  ])(
    "the %s in a host's text for guests or the team can't contain a card number: %s",
    async (field, mutation) => {
      const { host } = await demoHost(platform, 'lakeside');
      const { done } = await ask<{ done: unknown }>(
        platform,
        host,
        `mutation { done: ${mutation} { userErrors { field code } } }`,
      );
      expect(done).toEqual({ userErrors: CARD_IN('input', field) });
    },
  );

  test("an app's reason for closing nights can't contain a card number", async () => {
    const query = `mutation { availabilityUpdate(input: { updates: [{ ${NIGHT}, closed: 1, reason: "${TEXT}" }] }) {
      userErrors { code } } }`;
    const { data } = await graphql(platform.address, query, { token: app.token, version: '2026-10' });
    expect(data.availabilityUpdate).toEqual({ userErrors: [{ code: 'CARD_DATA' }] });
  });

  test.each(['firstName', 'notes', 'tags', 'phones'])(
    "a contact's %s can't contain a card number",
    async (field) => {
      const reception = await openReception(platform, 'lakeside');
      const { contactId } = await reception.book({
        firstName: 'Eve',
        lastName: 'Byron',
        email: 'eve@example.com',
      });
      const { host } = await demoHost(platform, 'lakeside');
      const value = field === 'tags' || field === 'phones' ? [CARD] : TEXT;
      const { contactUpdate } = await ask<{ contactUpdate: unknown }>(
        platform,
        host,
        'mutation($input: ContactUpdateInput!) { contactUpdate(input: $input) { contact { id } userErrors { field code } } }',
        { input: { id: String(contactId), [field]: value } },
      );
      expect(contactUpdate).toEqual({
        contact: null,
        userErrors: [{ field: ['input', field], code: 'CARD_DATA' }],
      });
    },
  );

  test('a booking request masks card numbers in its message', async () => {
    const requests = await openRequests(platform, 'harbour');
    const { bookingRequest } = await requests.place({ message: TEXT });
    const [kept] = await platform.database.query<{ message: string }>(
      'SELECT message FROM checkout.booking_requests WHERE id = $1',
      [bookingRequest?.id],
    );
    expect(kept?.message).toBe('Use •••• 1881 12/29');
    const refused = await requests.place({ guest: { ...newRequester(), lastName: CARD } });
    expect(refused.userErrors).toMatchObject([{ code: 'CARD_DATA', field: ['input', 'guest', 'lastName'] }]);
  });

  test('no database row contains the card number after these tests', async () => {
    const dump = await dumpOf(platform);
    expect(dump).toContain('•••• 1881');
    expect(dump).not.toContain(CARD);
    expect(dump).not.toContain('4012888888881881');
  });
});
