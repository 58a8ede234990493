import { buildSchema, type GraphQLField } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readAccessRules, readReferenceRules } from '#kit/access.ts';
import { OperationError } from '#kit/execute.ts';
import { ROLES, type Role } from '#kit/roles.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { apiSdl, subgraphSdl } from '#schema/sdl.ts';
import { SUBGRAPH_NAMES } from '#schema/views.ts';
import { anyCall, type Given } from '../support/any-call.ts';
import { bookStay, demoHost } from '../support/app-world.ts';
import { ask } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import {
  type Allowed,
  NOT_FOR_HOSTS,
  ROLE_TABLE,
  STEP_UP,
  VERIFIED,
  WHOLE_TEAM,
} from '../support/role-table.ts';
import { chanceOf, EFFORT, SEED } from '../support/seeded.ts';
import { type Member, membersOf } from '../support/team-world.ts';

let platform: TestPlatform;
let members: Readonly<Record<Role, Member>>;
let own: Given;
let foreign: Given;
beforeAll(async () => {
  platform = await startPlatform();
  own = await thingsOf('lakeside');
  foreign = await thingsOf('alpine');
  members = await membersOf(platform, 'lakeside');
});
afterAll(() => platform.close());

const schema = buildSchema(apiSdl('internal'), { assumeValidSDL: true });
const ROOTS = { Query: schema.getQueryType(), Mutation: schema.getMutationType() } as const;
const isRoot = (type: string): type is keyof typeof ROOTS => type in ROOTS;

/** Returns the ids of a team's records, keyed by argument name. */
async function thingsOf(team: string): Promise<Given> {
  const { host } = await demoHost(platform, team);
  await bookStay(platform, team);
  const { storefronts, bookings } = await ask<Lists>(
    platform,
    host,
    '{ storefronts { id } bookings { nodes { id propertyId lines { unitType { id } } } } }',
  );
  const [booking] = bookings.nodes;
  if (!booking) throw new Error(`${team} has no booking.`);
  const { id: bookingId, propertyId, lines } = booking;
  const { taskCreate } = await ask<{ taskCreate: { task: { id: string } } }>(
    platform,
    host,
    'mutation ($input: TaskCreateInput!) { taskCreate(input: $input) { task { id } } }',
    { input: { taskType: 'cleaning', propertyId, bookingId } },
  );
  const ids = {
    storefrontId: storefronts[0]?.id,
    propertyId,
    unitTypeId: lines[0]?.unitType?.id,
    bookingId,
    taskId: taskCreate.task.id,
  };
  return Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, JSON.stringify(id)]));
}
interface Lists {
  readonly storefronts: readonly { readonly id: string }[];
  readonly bookings: {
    readonly nodes: readonly {
      readonly id: string;
      readonly propertyId: string;
      readonly lines: readonly { readonly unitType: { readonly id: string } | null }[];
    }[];
  };
}

/** Returns a document's refusal for the caller's role; any other outcome doesn't concern this test. */
async function refusal(
  viewer: ViewerOf<'hostUser'>,
  text: string,
): Promise<'ROLE_REQUIRED' | 'ACCESS_DENIED' | null> {
  try {
    await ask(platform, viewer, text);
    return null;
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    if (error.code === 'ROLE_REQUIRED') expect(error.extensions.requiredRoles).toContain('owner');
    return error.code === 'ROLE_REQUIRED' || error.code === 'ACCESS_DENIED' ? error.code : null;
  }
}

/** A field can refuse its arguments with `ACCESS_DENIED` after admitting the role. */
const isOwnRefusal = (got: string | null, allowed: Allowed) =>
  got === 'ACCESS_DENIED' && allowed !== 'operator';

function expected(allowed: Allowed, role: Role) {
  if (allowed === 'self') return null;
  if (allowed === 'operator') return 'ACCESS_DENIED';
  return role === 'owner' || allowed.includes(role) ? null : 'ROLE_REQUIRED';
}

const documentOf = (root: string, field: GraphQLField<unknown, unknown>, given: Given) =>
  `${root.toLowerCase()} { ${anyCall(field, given)} }`;

const ROOT_FIELDS = Object.entries(ROLE_TABLE).flatMap(([coordinate, allowed]) => {
  const [type = '', name = ''] = coordinate.split('.');
  const field = isRoot(type) ? ROOTS[type]?.getFields()[name] : undefined;
  return field ? [{ coordinate, root: type, field, allowed }] : [];
});

/** Fields tried for each role. Remote subgraphs respond three times as slowly, so CI tries only a random part. */
const chance = chanceOf(SEED);
const TRIED =
  process.env.TEST_SUBGRAPHS === 'remote'
    ? ROOT_FIELDS.filter(() => chance.below(1_000) < EFFORT * 1_000)
    : ROOT_FIELDS;

describe('the table of roles', () => {
  test('the role table lists exactly the fields that hosts can access', () => {
    const sdl = SUBGRAPH_NAMES.map(subgraphSdl);
    const forHosts = [
      ...sdl.flatMap(readAccessRules).map(({ type, field, rule }) => ({ at: `${type}.${field}`, rule })),
      ...sdl.flatMap(readReferenceRules).map(({ type, rule }) => ({ at: type, rule })),
    ].filter(({ rule }) => rule.viewers.includes('hostUser'));
    expect(Object.keys(ROLE_TABLE).sort()).toEqual([...new Set(forHosts.map(({ at }) => at))].sort());
  });

  test('the role table and the excluded fields cover the host schema', () => {
    const host = buildSchema(apiSdl('host'), { assumeValidSDL: true });
    const fields = [host.getQueryType(), host.getMutationType()].flatMap((type) =>
      Object.keys(type?.getFields() ?? {}).map((name) => `${type?.name}.${name}`),
    );
    const known = new Set([...Object.keys(ROLE_TABLE), ...NOT_FOR_HOSTS]);
    expect(fields.filter((field) => !known.has(field))).toEqual([]);
  });
});

describe.each(ROLES)('the role %s on its own team', (role) => {
  test('a role can reach exactly the root fields listed for it', async () => {
    const differences: string[] = [];
    for (const { coordinate, root, field, allowed } of TRIED) {
      const got = await refusal(members[role].viewer, documentOf(root, field, NOTHING));
      if (got !== expected(allowed, role) && !isOwnRefusal(got, allowed))
        differences.push(`${coordinate}: ${got}`);
    }
    expect(differences).toEqual([]);
  });

  test('a role can read exactly the joins listed for it', async () => {
    const differences: string[] = [];
    for (const [coordinate, path] of Object.entries(JOINS)) {
      const text = path.replace(/\$(\w+)/g, (_all, name: string) => own[name] ?? '"0"');
      const got = await refusal(members[role].viewer, text);
      const through = coordinate.split(' < ').map((one) => expected(ROLE_TABLE[one] ?? [], role));
      const wanted = through.find((one) => one !== null) ?? null;
      if (got !== wanted) differences.push(`${coordinate}: ${got}`);
    }
    expect(differences).toEqual([]);
  });
});

/** Returns a document's first error code; null without errors. */
async function codeOf(viewer: ViewerOf<'hostUser'>, text: string): Promise<string | null> {
  try {
    await ask(platform, viewer, text);
    return null;
  } catch (error) {
    if (error instanceof OperationError) return error.code;
    throw error;
  }
}

describe('root fields of the host', () => {
  test('only the listed root fields require a fresh sign-in', async () => {
    const viewer = { ...members.owner.viewer, elevated: false };
    const refused: string[] = [];
    for (const { coordinate, root, field } of ROOT_FIELDS) {
      const code = await codeOf(viewer, documentOf(root, field, NOTHING));
      if (code === 'STEP_UP_REQUIRED') refused.push(coordinate);
    }
    // These two require a fresh sign-in depending on the changed fields.
    const byArgument = ['Mutation.accountUpdate', 'Mutation.teamUpdate'];
    expect(refused.filter((one) => !byArgument.includes(one)).sort()).toEqual([...STEP_UP].sort());
  });

  test("accounts with an unconfirmed address can't use the root fields that take a storefront live", async () => {
    const viewer = { ...members.owner.viewer, unverified: true };
    const refused: string[] = [];
    for (const { coordinate, root, field } of ROOT_FIELDS) {
      const code = await codeOf(viewer, documentOf(root, field, NOTHING));
      if (code === 'UNVERIFIED') refused.push(coordinate);
    }
    expect(refused.sort()).toEqual([...VERIFIED].sort());
  });

  test('a manager limited to a property is refused exactly the root fields that concern the whole team', async () => {
    const viewer = { ...members.manager.viewer, propertyIds: [Number(JSON.parse(own.propertyId ?? '0'))] };
    const refused: string[] = [];
    for (const { coordinate, root, field, allowed } of ROOT_FIELDS) {
      if (expected(allowed, 'manager') !== null) continue;
      const code = await codeOf(viewer, documentOf(root, field, NOTHING));
      if (code === 'ROLE_REQUIRED') refused.push(coordinate);
    }
    expect(refused.sort()).toEqual([...WHOLE_TEAM].sort());
  });

  test("a member without the required second factor can't use the team's root fields", async () => {
    const viewer = { ...members.owner.viewer, factorMissing: true };
    const open: string[] = [];
    for (const { coordinate, root, field, allowed } of ROOT_FIELDS) {
      if (allowed === 'self' || allowed === 'operator') continue;
      const code = await codeOf(viewer, documentOf(root, field, { ...NOTHING, team: 'null' }));
      if (code !== 'FACTOR_REQUIRED') open.push(`${coordinate}: ${code}`);
    }
    expect(open).toEqual([]);
  });

  test("a suspended team can't use mutations but can still use queries", async () => {
    const viewer = { ...members.owner.viewer, teamSuspended: true };
    const differences: string[] = [];
    for (const { coordinate, root, field, allowed } of ROOT_FIELDS) {
      const isOfTeam = allowed !== 'self' && allowed !== 'operator';
      const isClosed = root === 'Mutation' && isOfTeam;
      const given = isOfTeam ? { ...NOTHING, team: 'null' } : NOTHING;
      const code = await codeOf(viewer, documentOf(root, field, given));
      if ((code === 'TEAM_SUSPENDED') !== isClosed) differences.push(`${coordinate}: ${code}`);
    }
    expect(differences).toEqual([]);
  });
});

/** An id that doesn't exist, so allowed calls change no data. */
const NOTHING: Given = {};

/** Paths from a root field to a type's or nested field's result; each part is a coordinate in the table. */
const JOINS: Readonly<Record<string, string>> = {
  'Query.task < Property': '{ task(id: $taskId) { property { id name } } }',
  'Query.task < Booking': '{ task(id: $taskId) { booking { reference } } }',
  'Query.task < UnitType': '{ task(id: $taskId) { unitType { id name } } }',
  'Query.task < Property < UnitType': '{ task(id: $taskId) { property { unitTypes { name } } } }',
  'Query.task < Property < UnitType.baseRate':
    '{ task(id: $taskId) { property { unitTypes { baseRate } } } }',
  'Query.task < Property < UnitType.calendar':
    '{ task(id: $taskId) { property { unitTypes { calendar(from: "2031-01-01", until: "2031-01-02") { rate } } } } }',
  'Query.task < Property < Unit': '{ task(id: $taskId) { property { unitTypes { namedUnits { name } } } } }',
  'Query.task < Property < Property.bookings':
    '{ task(id: $taskId) { property { bookings { nodes { id } } } } }',
  'Query.task < Property < Property.tasks': '{ task(id: $taskId) { property { tasks { nodes { id } } } } }',
  'Query.booking < Booking.guest < Contact': '{ booking(id: $bookingId) { guest { emails } } }',
  'Query.booking < Booking.guest < Contact.bookings':
    '{ booking(id: $bookingId) { guest { bookings { nodes { id } } } } }',
  'Query.booking < Booking.guest < Contact.merged': '{ booking(id: $bookingId) { guest { merged { id } } } }',
  'Query.booking < Booking.guestFirstName < Booking.guestLastName':
    '{ booking(id: $bookingId) { guestFirstName guestLastName } }',
  'Query.booking < Booking.paymentSessions': '{ booking(id: $bookingId) { paymentSessions { id } } }',
  'Query.booking < Booking.refund': '{ booking(id: $bookingId) { refund { due } } }',
  'Query.booking < Booking.tasks': '{ booking(id: $bookingId) { tasks { nodes { id } } } }',
  'Query.teams < Team.storefronts < Storefront': '{ teams { storefronts { id } } }',
};

describe('the contact data of a booking', () => {
  test.each(['guestEmail', 'guestPhone'])(
    "%s is null for a role that can't read contact data",
    async (field) => {
      const read = async (role: Role) =>
        (
          await ask<{ booking: Readonly<Record<string, string | null>> }>(
            platform,
            members[role].viewer,
            `{ booking(id: ${own.bookingId}) { id ${field} } }`,
          )
        ).booking[field];
      await platform.database.query('UPDATE checkout.bookings SET guest_phone = $1', ['+41791234567']);
      for (const role of ['owner', 'manager', 'front_desk'] as const)
        expect(await read(role)).toEqual(expect.any(String));
      expect(await read('revenue')).toBeNull();
    },
  );
});

describe.each(ROLES)('the role %s on another team', (role) => {
  test('a role can read and change nothing on another team', async () => {
    const before = await stateOf('alpine');
    const secrets = await secretsOf('alpine');
    const seen: string[] = [];
    for (const { coordinate, root, field } of TRIED) {
      const text = `${root.toLowerCase()} { ${anyCall(field, given(coordinate), 3)} }`;
      const answer = await ask(platform, members[role].viewer, text).catch((error: unknown) => {
        if (error instanceof OperationError) return error.message;
        throw error;
      });
      const printed = JSON.stringify(answer);
      if (secrets.some((secret) => printed.includes(secret))) seen.push(coordinate);
    }
    expect(seen).toEqual([]);
    expect(await stateOf('alpine')).toEqual(before);
  });

  test('the panel returns 403 for a role on another team', async () => {
    const response = await members[role].panel('{ bookings { nodes { id } } }', 'alpine');
    expect(response.status).toBe(403);
  });
});

/** Returns foreign ids for every argument that names a record; the field's subject determines `id`. */
function given(coordinate: string): Given {
  const about = ['booking', 'task', 'property', 'unitType', 'storefront'].find((one) =>
    coordinate.split('.')[1]?.toLowerCase().startsWith(one.toLowerCase()),
  );
  return { ...foreign, id: foreign[`${about}Id`] ?? '"0"', ids: `[${foreign.bookingId}]`, team: '"alpine"' };
}

/** Returns a foreign team's names, references and addresses that a response could reveal. */
async function secretsOf(team: string): Promise<readonly string[]> {
  const rows = await platform.database.query<{ readonly secret: string }>(
    `SELECT s.domain AS secret FROM catalog.storefront s JOIN apps.teams t ON t.id = s.team_id WHERE t.slug = $1
     UNION SELECT p.name FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
       JOIN apps.teams t ON t.id = s.team_id WHERE t.slug = $1
     UNION SELECT b.reference FROM checkout.bookings b JOIN apps.teams t ON t.id = b.team_id WHERE t.slug = $1`,
    [team],
  );
  expect(rows.length).toBeGreaterThan(2);
  return rows.map(({ secret }) => secret);
}

/** Returns everything a host can change in a team, as one fingerprint per table. */
async function stateOf(team: string): Promise<readonly object[]> {
  return platform.database.query(
    `WITH team AS (SELECT id FROM apps.teams WHERE slug = $1)
     SELECT 'bookings' AS of, md5(string_agg(b::text, '|' ORDER BY b.id)) FROM checkout.bookings b, team WHERE b.team_id = team.id
     UNION ALL SELECT 'tasks', md5(string_agg(k::text, '|' ORDER BY k.id)) FROM tasks.task k, team WHERE k.team_id = team.id
     UNION ALL SELECT 'storefronts', md5(string_agg(s::text, '|' ORDER BY s.id)) FROM catalog.storefront s, team WHERE s.team_id = team.id
     UNION ALL SELECT 'properties', md5(string_agg(p::text, '|' ORDER BY p.id)) FROM catalog.property p
       JOIN catalog.storefront s ON s.id = p.storefront_id, team WHERE s.team_id = team.id
     UNION ALL SELECT 'unit types', md5(string_agg(u::text, '|' ORDER BY u.id)) FROM catalog.unit_type u
       JOIN catalog.property p ON p.id = u.property_id JOIN catalog.storefront s ON s.id = p.storefront_id, team WHERE s.team_id = team.id
     UNION ALL SELECT 'members', md5(string_agg(m::text, '|' ORDER BY m.account_id)) FROM apps.memberships m, team WHERE m.team_id = team.id
     UNION ALL SELECT 'invitations', md5(string_agg(i::text, '|' ORDER BY i.id)) FROM apps.team_invitations i, team WHERE i.team_id = team.id
     UNION ALL SELECT 'installs', md5(string_agg(i.id::text || i.is_active, '|' ORDER BY i.id)) FROM apps.installs i, team WHERE i.team_id = team.id`,
    [team],
  );
}
