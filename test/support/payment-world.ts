import { connectAgent, type StorefrontHttp, storefrontHttp } from './agent.ts';
import { installPaymentApp, type PaymentServer, startPaymentServer } from './app.ts';
import { ask, type Developer, type InstalledApp, newDeveloper } from './developer.ts';
import { startPlatform, type TestPlatform } from './platform.ts';
import { daysAhead } from './stays.ts';

/** A session as the mutations below return it. */
export interface SessionAnswer {
  readonly paymentSession: {
    readonly id: string;
    readonly status: string;
    readonly expiresAt: string;
  } | null;
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] }[];
}

/** An agent's booking. */
export interface Placed {
  readonly checkoutId: string;
  readonly item: string;
  readonly bookingId: number;
  readonly reference: string;
  /** Its permalink's path. */
  readonly path: string;
}

/** The product with a payment app on the instant-booking demo storefront's team. */
export interface PaymentWorld {
  readonly platform: TestPlatform;
  readonly server: PaymentServer;
  readonly app: InstalledApp;
  /** A developer in the storefront's team. */
  readonly developer: Developer;
  readonly guest: StorefrontHttp;
  /** Books other nights each time: by default two nights in unit type 7. */
  readonly place: (stay?: { readonly unitType?: number; readonly nights?: number }) => Promise<Placed>;
  /** Books another booking's nights again; null if they are taken. */
  readonly placeAgain: (booking: Placed) => Promise<string | null>;
  /** Chooses the app on the booking's page. */
  readonly choose: (booking: Pick<Placed, 'path'>, method?: string) => ReturnType<StorefrontHttp['send']>;
  /** Chooses the app and returns the id of its requested session. */
  readonly open: (booking: Pick<Placed, 'path'>) => Promise<string>;
  readonly resolve: (id: string, reference?: string, as?: InstalledApp['viewer']) => Promise<SessionAnswer>;
  readonly reject: (id: string, as?: InstalledApp['viewer']) => Promise<SessionAnswer>;
  readonly pend: (id: string, until: string) => Promise<SessionAnswer>;
  readonly orderStatus: (booking: Placed) => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

const PAYLOAD = '{ paymentSession { id status expiresAt } userErrors { code field message } }';
export const FORM = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };

export async function openPaymentWorld(
  settings: Readonly<Record<string, string>> = {},
  manifest: Readonly<Record<string, unknown>> = {},
  started?: TestPlatform,
): Promise<PaymentWorld> {
  const platform = started ?? (await startPlatform({ SWEEP_INTERVAL: 'PT1S', ...settings }));
  const server = await startPaymentServer();
  const developer = await onTeamOf(platform, 'lakeside.localhost');
  const app = await installPaymentApp(platform, developer, server, manifest);
  const guest = storefrontHttp(platform.address, `lakeside.localhost:${platform.port}`);
  const agent = await connectAgent(platform.port, 'lakeside.localhost');
  let nextDay = 30;
  let guests = 0;

  const change = async (field: string, types: string, variables: object, viewer = app.viewer) => {
    const text = `mutation(${types}) { done: ${field} ${PAYLOAD} }`;
    return (await ask<{ done: SessionAnswer }>(platform, viewer, text, { ...variables })).done;
  };

  /** Completes a stay's booking; without a reference if it can't be booked. */
  async function complete(item: string) {
    guests += 1;
    const checkout = {
      line_items: [{ item: { id: item }, quantity: 1 }],
      buyer: { first_name: 'Ada', last_name: 'Byron', email: `ada${guests}@example.com` },
    };
    const { id } = await agent.call('create_checkout', { checkout });
    const { order } = await agent.call('complete_checkout', { id, meta: { 'idempotency-key': `pay-${id}` } });
    const path = order ? new URL(order.permalink_url).pathname : '';
    return { checkoutId: id, reference: order?.id ?? '', path };
  }

  const world: PaymentWorld = {
    platform,
    server,
    app,
    developer,
    guest,
    async place({ unitType = 7, nights = 2 } = {}) {
      const item = `stay:${unitType}:${daysAhead(nextDay)}:${daysAhead(nextDay + nights)}:2:0`;
      nextDay += nights;
      const { checkoutId, reference, path } = await complete(item);
      const [row] = await platform.database.query<{ id: number }>(
        'SELECT id::float8 FROM checkout.bookings WHERE reference = $1',
        [reference],
      );
      if (!row || !path) throw new Error(`Nothing was booked for ${item}.`);
      return { checkoutId, item, bookingId: row.id, reference, path };
    },
    placeAgain: async ({ item }) => (await complete(item)).reference || null,
    choose: ({ path }, method = `app:${app.slug}`) =>
      guest.send('POST', path, FORM, new URLSearchParams({ method }).toString()),
    async open(booking) {
      const { status, headers, text } = await world.choose(booking);
      if (status !== 303) throw new Error(`The guest was not sent on: ${status} ${text}`);
      return new URL(headers.location ?? '').pathname.replace('/pay/', '');
    },
    resolve: (id, reference = 'pi_1', as) =>
      change(
        'paymentSessionResolve(id: $id, reference: $reference)',
        '$id: ID!, $reference: String!',
        { id, reference },
        as,
      ),
    reject: (id, as) =>
      change(
        'paymentSessionReject(id: $id, reason: { code: "card_declined", message: "The card was declined." })',
        '$id: ID!',
        { id },
        as,
      ),
    pend: (id, until) =>
      change(
        'paymentSessionPending(id: $id, pendingExpiresAt: $until, reason: "The bank takes a day.")',
        '$id: ID!, $until: DateTime!',
        { id, until },
      ),
    async orderStatus({ checkoutId }) {
      return (await agent.call('get_checkout', { id: checkoutId })).order?.payment_status;
    },
    async close() {
      await agent.close();
      await guest.close();
      if (!started) await platform.close();
      await server.close();
    },
  };
  return world;
}

/** A new developer who joins a storefront's team. */
export async function onTeamOf(platform: TestPlatform, domain: string): Promise<Developer> {
  const developer = await newDeveloper(platform);
  const [team] = await platform.database.query<{ id: number; slug: string }>(
    'SELECT t.id, t.slug FROM apps.teams t JOIN catalog.storefront s ON s.team_id = t.id WHERE s.domain = $1',
    [domain],
  );
  if (!team) throw new Error(`No team owns ${domain}.`);
  await joinTeam(platform, developer, team.id);
  return {
    ...developer,
    teamId: team.id,
    team: team.slug,
    host: { ...developer.host, teamId: team.id },
  };
}

async function joinTeam(platform: TestPlatform, { viewer }: Developer, teamId: number): Promise<void> {
  await platform.database.query(
    'INSERT INTO apps.memberships (account_id, team_id, created_at) VALUES ($1, $2, now())',
    [viewer.accountId, teamId],
  );
}
