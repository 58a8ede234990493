import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StorefrontHttp, storefrontHttp } from '../support/agent.ts';
import { installPaymentApp, type PaymentServer, startPaymentServer } from '../support/app.ts';
import { bookStay } from '../support/bookings.ts';
import { ask, type Developer, type InstalledApp } from '../support/developer.ts';
import { FORM, onTeamOf } from '../support/payment-world.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

let platform: TestPlatform;
let server: PaymentServer;
beforeAll(async () => {
  [platform, server] = await Promise.all([startPlatform(), startPaymentServer()]);
});
afterAll(async () => {
  await platform.close();
  await server.close();
});

/** Opens a storefront with one payment app installed twice: for development and for production. */
async function openStorefront(domain: string) {
  const developer = await onTeamOf(platform, domain);
  const [test, real] = [
    await installPaymentApp(platform, developer, server, { name: 'Test Money' }, { dev: true }),
    await installPaymentApp(platform, developer, server, { name: 'Real Money' }),
  ];
  const guest = storefrontHttp(platform.address, `${domain}:${platform.port}`);
  return { domain, developer, test, real, guest };
}

interface Storefront {
  readonly domain: string;
  readonly developer: Developer;
  readonly test: InstalledApp;
  readonly real: InstalledApp;
  readonly guest: StorefrontHttp;
}

const place = ({ domain }: Storefront) =>
  bookStay(platform, {
    storefront: domain,
    checkIn: daysAhead(40),
    checkOut: daysAhead(42),
    guest: 'Ada Byron',
  });
const choose = ({ guest }: Storefront, { path }: { readonly path: string }, { slug }: InstalledApp) =>
  guest.send('POST', path, FORM, new URLSearchParams({ method: `app:${slug}` }).toString());
const bookingOf = async ({ developer }: Storefront, reference: string) => {
  const { hostBookings } = await ask<{ hostBookings: { nodes: readonly object[] } }>(
    platform,
    developer.host,
    'query($search: String) { hostBookings(filter: { search: $search }) { nodes { reference test status } } }',
    { search: reference },
  );
  return hostBookings.nodes[0];
};

describe('a booking at a sandbox storefront', () => {
  let sandbox: Storefront;
  beforeAll(async () => {
    sandbox = await openStorefront('sandbox.localhost');
  });
  afterAll(() => sandbox.guest.close());

  test('a booking at a sandbox storefront is a test booking', async () => {
    const { reference } = await place(sandbox);
    expect(await bookingOf(sandbox, reference)).toEqual({ reference, test: true, status: 'held' });
  });

  test('a development install can pay for a sandbox booking with test money', async () => {
    const booking = await place(sandbox);
    const { text: page } = await sandbox.guest.get(booking.path);
    expect(page).toContain('Test Money');
    expect(page).toContain('This is a test booking');
    const before = server.calls.length;
    expect((await choose(sandbox, booking, sandbox.test)).status).toBe(303);
    const { payment_session: session } = server.calls[before]?.body ?? {};
    expect(session).toMatchObject({ test: true, team: 'devteam' });
    const resolve = `mutation($id: ID!) { paymentSessionResolve(id: $id, reference: "pi_test") {
      paymentSession { status test } userErrors { code } } }`;
    expect(await ask(platform, sandbox.test.viewer, resolve, { id: session.id })).toEqual({
      paymentSessionResolve: { paymentSession: { status: 'RESOLVED', test: true }, userErrors: [] },
    });
    expect(await bookingOf(sandbox, booking.reference)).toMatchObject({ status: 'confirmed' });
  });

  test('a sandbox booking offers no real payment method', async () => {
    const booking = await place(sandbox);
    expect((await sandbox.guest.get(booking.path)).text).not.toContain('Real Money');
    const before = server.calls.length;
    const { status, text } = await choose(sandbox, booking, sandbox.real);
    expect([status, server.calls.length]).toEqual([200, before]);
    expect(text).toContain('Choose one of the payment methods');
  });
});

describe('a real booking', () => {
  let lakeside: Storefront;
  beforeAll(async () => {
    lakeside = await openStorefront('lakeside.localhost');
  });
  afterAll(() => lakeside.guest.close());

  test("test money can't pay for a real booking, even through a method that isn't offered", async () => {
    const booking = await place(lakeside);
    const { text: page } = await lakeside.guest.get(booking.path);
    expect(page).toContain('Real Money');
    expect(page).not.toContain('Test Money');
    const before = server.calls.length;
    const { status, text } = await choose(lakeside, booking, lakeside.test);
    expect([status, server.calls.length]).toEqual([200, before]);
    expect(text).toContain('Choose one of the payment methods');
    expect(await bookingOf(lakeside, booking.reference)).toMatchObject({ test: false, status: 'held' });
  });
});

test("the demo world's developer team has a sandbox storefront", async () => {
  const { storefronts } = platform.demo ?? { storefronts: [] };
  expect(storefronts.map(({ key }) => key)).toEqual([
    'instant',
    'signed',
    'request',
    'off',
    'maintenance',
    'sandbox',
  ]);
  const host = `sandbox.localhost:${platform.port}`;
  expect(storefronts.at(-1)).toMatchObject({ host, base_url: `http://${host}`, team: 'devteam' });
});
