import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask, type Developer, type InstalledApp, installNewApp } from './developer.ts';
import { graphql } from './graphql.ts';
import type { TestPlatform } from './platform.ts';
import { daysAhead } from './stays.ts';

/** Every channel app's manifest; its endpoints are called only if a test connects the app. */
export const CHANNEL = {
  channel: { name: 'Staywell' },
  endpoints: {
    channel_test: 'https://channel.example/test',
    channel_products: 'https://channel.example/products',
    channel_ari: 'https://channel.example/ari',
  },
} as const;

/** A test's response for a path; text is sent unchanged. */
export interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

/** A channel app's own server on loopback: responds by path as the test defines, and records its requests. */
export interface ChannelServer {
  readonly origin: string;
  readonly calls: {
    readonly path: string;
    readonly topic: string;
    readonly team: string;
    readonly signature: string;
    readonly timestamp: string;
    readonly raw: string;
  }[];
  readonly answers: Map<string, Answer | ((body: string) => Answer | Promise<Answer>)>;
  readonly close: () => Promise<void>;
}

export async function startChannelServer(): Promise<ChannelServer> {
  const calls: ChannelServer['calls'] = [];
  const answers: ChannelServer['answers'] = new Map([['/ari', { body: { accepted: true } }]]);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const path = request.url ?? '';
      const {
        'x-platform-topic': topic,
        'x-platform-team': team,
        'x-platform-signature': signature,
        'x-platform-timestamp': timestamp,
      } = request.headers;
      const raw = Buffer.concat(chunks).toString('utf8');
      calls.push({
        path,
        topic: `${topic}`,
        team: `${team}`,
        signature: `${signature}`,
        timestamp: `${timestamp}`,
        raw,
      });
      const answer = answers.get(path) ?? { status: 404, body: {} };
      const { status = 200, body } = typeof answer === 'function' ? await answer(raw) : answer;
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answers,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A channel app installed on a team, its server, and its own and its host's actions. */
export interface ChannelWorld {
  readonly app: InstalledApp;
  readonly server: ChannelServer;
  /** Runs an operation as the host; returns its only field. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  readonly host: (document: string, variables?: Readonly<Record<string, unknown>>) => Promise<any>;
  /** Delivers a reservation as the app. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  readonly bring: (input: object) => Promise<any>;
  /** Connects a property with this id on the channel, and maps `room-1`, `room-2`, … to its unit types. */
  readonly connect: (channelPropertyId: string, settings?: object) => Promise<string>;
  readonly propertyId: string;
  readonly unitTypes: readonly { readonly id: string; readonly units: number; readonly name: string }[];
}

export const CONNECTION = `channelConnection { id status name currency channelPropertyId overbooking rooms { channelRoomId unitTypeId }
  overbooked { date unitTypeId units } version } userErrors { field code message }`;
const RESERVATION = `booking { id reference status paymentStatus version checkIn checkOut total currency guestFirstName
  source { kind name externalId } totals { label amount } lines { unitTypeId quantity nightly { date amount } }
  payment { mode paid dueNow balance }
  channel { connectionId revision collectedBy commission itemizedTotal lineIds } channelNotes channelGuest { country locale } conflict { nights overbooked { date unitTypeId units } } }
  applied conflict { nights } userErrors { field code message }`;

/** Installs a channel app with its own server on a demo team, whose first property it can sell. */
export async function openChannel(
  platform: TestPlatform,
  developer: Developer,
  manifest: Readonly<Record<string, unknown>> = {},
  { saysItsCopy = false }: { readonly saysItsCopy?: boolean } = {},
): Promise<ChannelWorld> {
  const server = await startChannelServer();
  const endpoints = {
    channel_test: `${server.origin}/test`,
    channel_products: `${server.origin}/products`,
    channel_ari: `${server.origin}/ari`,
    ...(saysItsCopy && { channel_copy: `${server.origin}/copy` }),
  };
  const scopes = ['read_bookings', 'read_contacts'];
  const app = await installNewApp(platform, developer, {
    ...CHANNEL,
    type: 'channel',
    capabilities: [],
    scopes,
    endpoints,
    ...manifest,
  });
  const host: ChannelWorld['host'] = async (document, variables = {}) => {
    if (!developer.host) throw new Error('The team has no host.');
    return Object.values(
      await ask<Record<string, unknown>>(platform, developer.host, document, variables),
    )[0];
  };
  const unitTypes = await platform.database.query<{
    id: string;
    units: number;
    name: string;
    property_id: string;
  }>(
    `SELECT u.id::text, u.units, u.name, p.id::text AS property_id FROM catalog.unit_type u
     JOIN catalog.property p ON p.id = u.property_id JOIN catalog.storefront s ON s.id = p.storefront_id
     WHERE s.team_id = $1 AND p.id = (SELECT min(p.id) FROM catalog.property p JOIN catalog.storefront s
       ON s.id = p.storefront_id WHERE s.team_id = $1) ORDER BY u.units, u.id`,
    [developer.teamId],
  );
  const propertyId = unitTypes[0]?.property_id ?? '';
  const [{ currency } = { currency: '' }] = await platform.database.query<{ currency: string }>(
    'SELECT currency FROM catalog.property WHERE id = $1',
    [propertyId],
  );
  return {
    app,
    server,
    host,
    unitTypes,
    propertyId,
    async bring(input) {
      const document = `mutation ($input: ChannelReservationInput!) { it: channelReservationUpsert(input: $input) { ${RESERVATION} } }`;
      const variables = { input: { currency, ...input } };
      const { data, errors } = await graphql(platform.address, document, {
        token: app.token,
        variables,
        version: 'unstable',
      });
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      return data.it;
    },
    async connect(channelPropertyId, settings = {}) {
      server.answers.set('/test', { body: { ok: true, channel_property_id: channelPropertyId, currency } });
      const created = await host(
        `mutation ($input: ChannelConnectionCreateInput!) { it: channelConnectionCreate(input: $input) { ${CONNECTION} } }`,
        { input: { installId: String(app.viewer.installId), propertyId, ...settings } },
      );
      const connectionId: string = created.channelConnection.id;
      const rooms = unitTypes.map(({ id }, place) => ({
        channelRoomId: `room-${place + 1}`,
        unitTypeId: id,
      }));
      await host(
        `mutation ($input: ChannelRoomsMapInput!) { it: channelRoomsMap(input: $input) { ${CONNECTION} } }`,
        { input: { connectionId, rooms } },
      );
      return connectionId;
    },
  };
}

let made = 0;
/** A reservation with one stay for two nights, starting this many days ahead. */
export const reservation = (connectionId: string, from: number, more: object = {}) => ({
  connectionId,
  externalId: `C-${++made}`,
  revision: 1,
  status: 'booked',
  guest: { firstName: 'Mary', lastName: 'Somerville' },
  lines: [stay('room-1', from)],
  total: 20_000,
  ...more,
});

/** A reservation's stay at 10,000 a night. */
export const stay = (channelRoomId: string, from: number, nights = 2) => ({
  externalId: `${channelRoomId} ${daysAhead(from)} ${nights}`,
  channelRoomId,
  checkIn: daysAhead(from),
  checkOut: daysAhead(from + nights),
  adults: 1,
  nightly: Array.from({ length: nights }, (_, days) => ({ date: daysAhead(from + days), amount: 10_000 })),
});
