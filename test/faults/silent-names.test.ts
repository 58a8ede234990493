import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { addProperty, openStorefront } from '#subgraphs/catalog/index.ts';
import { ROOM } from '../support/catalog.ts';
import { ask, contextOf, newDeveloper } from '../support/developer.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { createTask, deliveryLog, eventually, openTaskWorld } from '../support/task-world.ts';

/** One team's calendars, each at a separate name whose name servers never respond. */
const CALENDARS = 24;

let dns: DnsServer;
let receiver: Receiver;
let platform: TestPlatform;
beforeAll(async () => {
  dns = await startDnsServer();
  dns.ignores = (name) => name.endsWith('.silent.test');
  dns.set('app.test', 'A', '127.0.0.1');
  receiver = await startReceiver();
  platform = await startPlatform({ WEBHOOK_ALLOW_PRIVATE: '1', DNS_SERVERS: dns.address });
});
afterAll(async () => {
  await platform.close();
  await receiver.close();
  await dns.close();
});

/** Has a new team add calendars, three for each unit type. */
async function addCalendars(): Promise<Promise<unknown>[]> {
  const { host, teamId } = await newDeveloper(platform);
  const ctx = contextOf(platform);
  const storefrontId = await openStorefront(ctx, {
    teamId,
    domain: `${newUuid()}.localhost`,
    name: 'Seehof',
    agentBookings: true,
    instantBooking: true,
  });
  const { unitTypeIds } = await addProperty(ctx, {
    storefrontId,
    name: 'Seehof',
    timeZone: 'Europe/Zurich',
    currency: 'EUR',
    unitTypes: Array.from({ length: CALENDARS / 3 }, (_, n) => ({ ...ROOM, name: `Room ${n}`, units: 1 })),
  });
  return Array.from({ length: CALENDARS }, (_, n) =>
    ask(
      platform,
      host,
      `mutation { icalFeedAdd(input: { unitTypeId: ${unitTypeIds[n % unitTypeIds.length]}, name: "Channel ${n}",
        url: "http://calendar-${n}.silent.test/a.ics" }) { userErrors { code message } } }`,
    ),
  );
}

test("one team's calendars at silent DNS names don't delay another team's webhook", async () => {
  const url = receiver.url.replace('127.0.0.1', 'app.test');
  const world = await openTaskWorld(platform, { url });
  const calendars = await addCalendars();
  await expect.poll(() => dns.asked.filter((one) => one.endsWith('.silent.test')).length).toBeGreaterThan(4);
  await createTask(platform, world);
  await receiver.until((all) => all.some(({ envelope }) => envelope.topic === 'task.created'), 90_000);
  const log = await eventually(
    () => deliveryLog(platform, world),
    (all) => all.every(({ status }) => status === 'delivered'),
  );
  // A webhook that waits behind the silent names is late and sent again.
  expect(log.map(({ attempts }) => attempts)).toEqual(log.map(() => 1));
  await Promise.all(calendars);
});
