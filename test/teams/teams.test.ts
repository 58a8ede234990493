import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import type { Role } from '#kit/roles.ts';
import { hashToken } from '#kit/secrets.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { bookStay, demoHost } from '../support/app-world.ts';
import { ask, newDeveloper } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';
import { newMember } from '../support/team-world.ts';

type Host = ViewerOf<'hostUser'>;
type Refusal = { readonly code: string };

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT1S' });
});
afterAll(() => platform.close());

const sql = <R extends object = object>(text: string, values: readonly unknown[] = []) =>
  platform.database.query<R>(text, [...values]);

/** Runs one mutation and returns its payload. */
async function run<P>(viewer: Host, field: string, selection: string): Promise<P> {
  const answer = await ask<Readonly<Record<string, P>>>(
    platform,
    viewer,
    `mutation { ${field} { ${selection} userErrors { code field message } } }`,
  );
  return Object.values(answer)[0] as P; // a mutation has one field
}

interface TeamAnswer {
  readonly team: {
    readonly id: string;
    readonly slug: string;
    readonly status: string;
    readonly role: Role;
  } | null;
  readonly userErrors: readonly Refusal[];
}
const create = (host: Host, slug: string, name = 'Bay Rooms') =>
  run<TeamAnswer>(
    host,
    `teamCreate(input: { name: ${JSON.stringify(name)}, slug: ${JSON.stringify(slug)} })`,
    'team { id slug status role }',
  );
const freshSlug = () => `team-${newUuid().slice(0, 8)}`;

const setRole = (host: Host, accountId: number, role: Role) =>
  run<{ readonly userErrors: readonly Refusal[] }>(
    host,
    `teamMemberRoleSet(id: "${accountId}", role: ${role})`,
    'member { id role }',
  );
const rolesOn = async (teamId: number) =>
  (await sql<{ role: Role }>('SELECT role FROM apps.memberships WHERE team_id = $1', [teamId])).map(
    ({ role }) => role,
  );

/** Creates a team with an owner and a second member in a role; returns both as their team sees them. */
async function pair(role: Role) {
  const [owner, other] = await Promise.all([newDeveloper(platform), newDeveloper(platform)]);
  await sql(
    'INSERT INTO apps.memberships (account_id, team_id, role, created_at) VALUES ($1, $2, $3, now())',
    [other.host.accountId, owner.teamId, role],
  );
  return {
    owner: owner.host,
    other: { ...other.host, teamId: owner.teamId, role },
    team: owner.team,
    guest: other,
  };
}

describe('a second factor of every member', () => {
  const asking = (viewer: Host, required: boolean) =>
    run<TeamAnswer>(
      viewer,
      `teamUpdate(input: { requireSecondFactor: ${required} })`,
      'team { requireSecondFactor }',
    );
  /** A stored passkey suffices: no one signs in with it here. */
  const addFactor = (accountId: number) =>
    sql(
      `INSERT INTO apps.factors (account_id, kind, name, counter, created_at, confirmed_at)
       VALUES ($1, 'passkey', 'Key', 0, now(), now())`,
      [accountId],
    );

  test('only an owner with a second factor can require it from every member', async () => {
    const { host } = await newDeveloper(platform);
    expect((await asking(host, true)).userErrors).toMatchObject([{ code: 'FACTOR_REQUIRED' }]);
    await addFactor(host.accountId);
    expect((await asking(host, true)).team).toEqual({ requireSecondFactor: true });
    expect((await asking(host, false)).team).toEqual({ requireSecondFactor: false });
    await expect(asking({ ...host, elevated: false }, true)).rejects.toMatchObject({
      code: 'STEP_UP_REQUIRED',
    });
    const kinds = await sql<{ change: string }>(
      `SELECT change FROM team_events WHERE team_id = $1 AND kind = 'team.second_factor_set' ORDER BY id`,
      [host.teamId],
    );
    expect(kinds.map(({ change }) => change)).toEqual(['required', 'no longer required']);
  });

  test("a member without a required second factor can't reach the team", async () => {
    const { host, team } = await newDeveloper(platform);
    const member = await newMemberOf(host, 'manager');
    await addFactor(host.accountId);
    await asking(host, true);
    const seen = async (query: string) => {
      const { errors } = (await (await member.panel(query, team)).json()) as {
        errors?: readonly { extensions: { code: string } }[];
      };
      return errors?.[0]?.extensions.code;
    };
    expect(await seen('{ properties { nodes { id } } }')).toBe('FACTOR_REQUIRED');
    expect(
      await seen('{ account { email } teams { slug factorMissing } securityEvents { nodes { kind } } }'),
    ).toBeUndefined();
    const answer = await ask<{ appInstall: { userErrors: readonly Refusal[] } }>(
      platform,
      { ...member.viewer, teamId: null, role: null },
      `mutation { appInstall(slug: "turnover-crew", team: "${team}") { userErrors { code } } }`,
    );
    expect(answer.appInstall.userErrors).toEqual([{ code: 'FACTOR_REQUIRED' }]);
    await addFactor(member.viewer.accountId);
    await expect.poll(() => seen('{ properties { nodes { id } } }')).toBeUndefined();
  });

  const newMemberOf = async ({ teamId }: Host, role: Role) => {
    const member = await newMember(platform, 'lakeside', role);
    await sql('UPDATE apps.memberships SET team_id = $2 WHERE account_id = $1 AND team_id = $3', [
      member.viewer.accountId,
      teamId,
      member.viewer.teamId,
    ]);
    return member;
  };
});

describe('teamCreate', () => {
  test("teamCreate makes the calling account the team's owner", async () => {
    const { host } = await newDeveloper(platform);
    const slug = freshSlug();
    const { team, userErrors } = await create({ ...host, teamId: null, role: null }, slug);
    expect(userErrors).toEqual([]);
    expect(team).toMatchObject({ slug, status: 'active', role: 'owner' });
    const { teamEvents } = await ask<{ teamEvents: { nodes: readonly { kind: string }[] } }>(
      platform,
      { ...host, teamId: Number(team?.id) },
      '{ teamEvents { nodes { kind } } }',
    );
    expect(teamEvents.nodes.map(({ kind }) => kind).sort()).toEqual(['member.joined', 'team.created']);
  });

  test.each([
    ['a slug in capitals', 'Bay', 'Bay Rooms', 'slug'],
    ['a slug of two letters', 'ba', 'Bay Rooms', 'slug'],
    ['no name', 'bay-rooms-1', '  ', 'name'],
    ['a name with a hidden character', 'bay-rooms-2', 'Bay\u202eRooms', 'name'],
  ])('teamCreate refuses %s', async (_what, slug, name, field) => {
    const { host } = await newDeveloper(platform);
    const { team, userErrors } = await create(host, slug, name);
    expect({ team, userErrors }).toMatchObject({
      team: null,
      userErrors: [{ code: 'INVALID', field: ['input', field] }],
    });
  });

  test('only one of many concurrent teamCreate calls gets a slug', async () => {
    const slug = freshSlug();
    const hosts = await Promise.all(Array.from({ length: 5 }, () => newDeveloper(platform)));
    const made = await Promise.all(hosts.map(({ host }) => create(host, slug)));
    expect(made.filter(({ team }) => team !== null)).toHaveLength(1);
    expect(made.flatMap(({ userErrors }) => userErrors.map(({ code }) => code))).toEqual(
      Array(4).fill('SLUG_TAKEN'),
    );
  });

  test('an owner can have ten teams, even through concurrent teamCreate calls', async () => {
    const { host } = await newDeveloper(platform); // owns one already
    const made = await Promise.all(Array.from({ length: 12 }, () => create(host, freshSlug())));
    expect(made.filter(({ team }) => team !== null)).toHaveLength(9);
    expect(made.flatMap(({ userErrors }) => userErrors.map(({ code }) => code))).toEqual(
      Array(3).fill('LIMIT_REACHED'),
    );
  });
});

describe('a role', () => {
  test('a role changed by an owner takes effect in tabs that are already open', async () => {
    const member = await newMember(platform, 'lakeside', 'front_desk');
    const { host } = await demoHost(platform, 'lakeside');
    const tab = async () => (await member.panel('{ contacts { nodes { id } } }')).json();
    expect(await tab()).toHaveProperty('data.contacts.nodes');
    expect((await setRole(host, member.viewer.accountId, 'revenue')).userErrors).toEqual([]);
    // A process drops its cached session when the database notifies it (docs/interface/host.md).
    await expect.poll(tab).toMatchObject({ errors: [{ extensions: { code: 'ROLE_REQUIRED' } }] });
    const { teamEvents } = await ask<{ teamEvents: { nodes: readonly object[] } }>(
      platform,
      host,
      '{ teamEvents(first: 1) { nodes { kind subject change } } }',
    );
    expect(teamEvents.nodes).toEqual([
      { kind: 'member.role_set', subject: 'Dev', change: 'front desk → revenue' },
    ]);
  });

  test("the last owner's role can't change", async () => {
    const { owner } = await pair('manager');
    expect(await setRole(owner, owner.accountId, 'manager')).toMatchObject({
      member: null,
      userErrors: [{ code: 'LAST_OWNER' }],
    });
    expect((await rolesOn(owner.teamId ?? 0)).sort()).toEqual(['manager', 'owner']);
  });

  test.each(Array.from({ length: 8 }, (_, round) => round))(
    'one owner remains when two owners demote each other concurrently (round %i)',
    async () => {
      const { owner, other } = await pair('owner');
      const answers = await Promise.all([
        setRole(owner, other.accountId, 'front_desk'),
        setRole(other, owner.accountId, 'front_desk'),
      ]);
      expect((await rolesOn(owner.teamId ?? 0)).sort()).toEqual(['front_desk', 'owner']);
      expect(answers.flatMap(({ userErrors }) => userErrors.map(({ code }) => code))).toEqual([
        'ROLE_REQUIRED',
      ]);
    },
  );

  test.each(Array.from({ length: 4 }, (_, round) => round))(
    'one owner remains when two owners leave concurrently (round %i)',
    async () => {
      const { owner, other } = await pair('owner');
      const leave = (host: Host) =>
        run<{ userErrors: readonly Refusal[] }>(
          host,
          `teamMemberRemove(id: "${host.accountId}")`,
          'member { id }',
        );
      const answers = await Promise.all([leave(owner), leave(other)]);
      expect(await rolesOn(owner.teamId ?? 0)).toEqual(['owner']);
      expect(answers.flatMap(({ userErrors }) => userErrors)).toHaveLength(1);
    },
  );

  test("a member who isn't an owner can remove only themselves", async () => {
    const { owner, other } = await pair('manager');
    const remove = (accountId: number) =>
      run<{ userErrors: readonly Refusal[] }>(other, `teamMemberRemove(id: "${accountId}")`, 'member { id }');
    expect((await remove(owner.accountId)).userErrors).toMatchObject([{ code: 'ROLE_REQUIRED' }]);
    expect((await remove(other.accountId)).userErrors).toEqual([]);
  });

  test('changing a role revokes consents that no app has redeemed', async () => {
    const { owner, other, guest } = await pair('manager');
    await sql(
      `INSERT INTO apps.apps (account_id, slug, name, type, distribution, billing, client_id, client_secret_sealed, created_at)
       VALUES ($1, $2, 'A', 'remote', 'private', 'free', $2, 'x', now())`,
      [guest.host.accountId, `app-${owner.teamId}`],
    );
    await sql(
      `INSERT INTO apps.authorization_codes (code_hash, app_id, team_id, account_id, redirect_uri, scopes, capabilities, created_at, expires_at)
       SELECT 'code-' || $1::text, id, $1::int, $2, 'https://a.example/', '{}', '{}', now(), now() + interval '10 minutes'
       FROM apps.apps WHERE slug = $3`,
      [owner.teamId, other.accountId, `app-${owner.teamId}`],
    );
    await setRole(owner, other.accountId, 'front_desk');
    expect(await sql('SELECT 1 FROM apps.authorization_codes WHERE team_id = $1', [owner.teamId])).toEqual(
      [],
    );
  });
});

describe('an invitation', () => {
  interface Made {
    readonly path: string | null;
    readonly invitation: {
      readonly role: Role;
      readonly email: string | null;
      readonly status: string;
    } | null;
    readonly userErrors: readonly Refusal[];
  }
  const invite = (host: Host, input: string) =>
    run<Made>(
      host,
      `teamInvitationCreate(input: { name: "Sam", ${input} })`,
      'path invitation { role email status }',
    );
  const join = (host: Host, path: string | null) =>
    run<{ team: string | null; userErrors: readonly Refusal[] }>(
      host,
      `teamJoin(tokenHash: "${hashToken((path ?? '').slice('/join/'.length))}")`,
      'team',
    );
  const statuses = async (host: Host, ended: boolean) =>
    (
      await ask<{ teamInvitations: readonly { status: string }[] }>(
        platform,
        host,
        `{ teamInvitations(ended: ${ended}) { status } }`,
      )
    ).teamInvitations.map(({ status }) => status);

  test('an invitation gives its role to the new member', async () => {
    const [{ owner }, guest] = await Promise.all([pair('manager'), newDeveloper(platform)]);
    const { path } = await invite(owner, 'role: housekeeping');
    expect((await join(guest.host, path)).userErrors).toEqual([]);
    expect((await rolesOn(owner.teamId ?? 0)).sort()).toEqual(['housekeeping', 'manager', 'owner']);
  });

  test.each<[by: Role, to: Role, code: string | null]>([
    ['owner', 'owner', null],
    ['owner', 'manager', null],
    ['manager', 'owner', 'ROLE_REQUIRED'],
    ['manager', 'manager', 'ROLE_REQUIRED'],
    ['manager', 'front_desk', null],
    ['manager', 'housekeeping', null],
    ['manager', 'revenue', null],
    ['manager', 'developer', null],
  ])('an invitation by %s to %s returns %s', async (by, to, code) => {
    const { other } = await pair(by);
    const { path, userErrors } = await invite(other, `role: ${to}`);
    expect(userErrors.map((one) => one.code)).toEqual(code === null ? [] : [code]);
    expect(path === null).toBe(code !== null);
  });

  test('an invitation with an address works only for that address', async () => {
    const [{ owner }, guest, other] = await Promise.all([
      pair('manager'),
      newDeveloper(platform),
      newDeveloper(platform),
    ]);
    const { path, invitation } = await invite(owner, `role: revenue, email: " ${guest.team}@Example.com "`);
    expect(invitation).toEqual({ role: 'revenue', email: `${guest.team}@example.com`, status: 'waiting' });
    expect((await join(other.host, path)).userErrors).toMatchObject([{ code: 'INVITATION_OF_ANOTHER' }]);
    expect((await join(guest.host, path)).userErrors).toEqual([]);
  });

  test('an invitation is listed for 30 days after it ends', async () => {
    const [{ owner }, guest] = await Promise.all([pair('manager'), newDeveloper(platform)]);
    const accepted = await invite(owner, 'role: revenue');
    await join(guest.host, accepted.path);
    const ids = await Promise.all(['late', 'revoked', 'open'].map(() => invite(owner, 'role: revenue')));
    expect(ids).toHaveLength(3);
    const rows = await sql<{ id: number }>(
      `SELECT id FROM apps.team_invitations WHERE team_id = $1 AND status = 'waiting' ORDER BY id`,
      [owner.teamId],
    );
    await sql(`UPDATE apps.team_invitations SET expires_at = now() - interval '1 day' WHERE id = $1`, [
      rows[0]?.id,
    ]);
    await run(owner, `teamInvitationRevoke(id: "${rows[1]?.id}")`, 'invitation { id }');
    expect(await statuses(owner, false)).toEqual(['waiting']);
    expect(await statuses(owner, true)).toEqual(['waiting', 'revoked', 'expired', 'accepted']);
    await sql(
      `UPDATE apps.team_invitations SET ended_at = ended_at - interval '31 days', expires_at = expires_at - interval '40 days'
       WHERE team_id = $1 AND status <> 'waiting'`,
      [owner.teamId],
    );
    await expect.poll(() => statuses(owner, true)).toEqual(['waiting', 'expired']);
  });

  test("an invitation to another team's property isn't found", async () => {
    const { host } = await demoHost(platform, 'lakeside');
    const [foreign] = await sql<{ id: number }>(
      `SELECT p.id FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
       JOIN apps.teams t ON t.id = s.team_id WHERE t.slug = 'alpine' LIMIT 1`,
    );
    const refused = await invite(host, `role: front_desk, propertyIds: ["${foreign?.id}"]`);
    expect(refused.userErrors).toMatchObject([{ code: 'NOT_FOUND' }]);
    expect((await invite(host, 'role: owner, propertyIds: ["1"]')).userErrors).toMatchObject([
      { code: 'INVALID' },
    ]);
  });
});

describe('a team that is closed', () => {
  const remove = (host: Host, confirm: string) =>
    run<TeamAnswer>(host, `teamDelete(id: "${host.teamId}", confirm: "${confirm}")`, 'team { status slug }');

  test('a closing team keeps its members for 30 days and can be reopened', async () => {
    const { owner, team } = await pair('manager');
    expect((await remove(owner, 'another')).userErrors).toMatchObject([{ code: 'INVALID' }]);
    expect((await remove(owner, team)).team).toMatchObject({ status: 'closing' });
    const kept = await run<TeamAnswer>(owner, `teamReopen(id: "${owner.teamId}")`, 'team { status }');
    expect(kept.team).toEqual({ status: 'active' });
  });

  test('a closed team has no members after 30 days', async () => {
    const { owner, team } = await pair('manager');
    await remove(owner, team);
    await sql(`UPDATE apps.teams SET closes_at = now() - interval '1 second' WHERE slug = $1`, [team]);
    await expect.poll(() => rolesOn(owner.teamId ?? 0)).toEqual([]);
    const { host } = await newDeveloper(platform);
    expect((await create(host, team)).userErrors).toMatchObject([{ code: 'SLUG_TAKEN' }]);
  });

  test("a team with upcoming bookings can't be closed", async () => {
    const { host } = await demoHost(platform, 'lakeside');
    await bookStay(platform, 'lakeside');
    expect(await remove(host, 'lakeside')).toMatchObject({
      team: null,
      userErrors: [{ code: 'TEAM_IN_USE' }],
    });
    const closed = await sql(
      `SELECT 1 FROM catalog.storefront s JOIN apps.teams t ON t.id = s.team_id
       WHERE t.slug = 'lakeside' AND s.maintenance`,
    );
    expect(closed).toEqual([]);
  });

  test('closing a team closes its storefronts immediately', async () => {
    const { host } = await demoHost(platform, 'harbour');
    await sql(`DELETE FROM checkout.bookings WHERE team_id = $1`, [host.teamId]);
    await sql(
      `DELETE FROM catalog.stay_holds WHERE storefront_id IN (SELECT id FROM catalog.storefront WHERE team_id = $1)`,
      [host.teamId],
    );
    expect((await remove(host, 'harbour')).team).toMatchObject({ status: 'closing' });
    const open = await sql('SELECT 1 FROM catalog.storefront WHERE team_id = $1 AND NOT maintenance', [
      host.teamId,
    ]);
    expect(open).toEqual([]);
  });

  test("a closing team can't take bookings even after opening a storefront", async () => {
    const { owner, team } = await pair('manager');
    const twice = [await remove(owner, team), await openAndBook(owner), await openAndBook(owner)];
    expect(twice).toMatchObject([{ team: { status: 'closing' } }, ...Array(2).fill(['NIGHTS_TAKEN'])]);
    await run<TeamAnswer>(owner, `teamReopen(id: "${owner.teamId}")`, 'team { status }');
    expect(await openAndBook(owner)).toEqual([]);
  });
});

/** Opens a storefront with a room and enters a booking; returns the error codes from its refusal. */
async function openAndBook(host: Host): Promise<readonly string[]> {
  const input = `{ name: "Bay", slug: "${freshSlug()}" }`;
  const { storefront } = await run<{ storefront: { id: string } }>(
    host,
    `storefrontCreate(input: ${input})`,
    'storefront { id }',
  );
  const { property } = await run<{ property: { id: string } }>(
    host,
    `propertyCreate(input: { storefrontId: ${storefront.id}, name: "Bay", currency: "EUR", timeZone: "Europe/Zurich" })`,
    'property { id }',
  );
  const { unitType } = await run<{ unitType: { id: string } }>(
    host,
    `unitTypeCreate(input: { propertyId: ${property.id}, name: "Room", maxGuests: 2, units: 1, baseRate: 9000 })`,
    'unitType { id }',
  );
  const stay = `unitTypeId: ${unitType.id}, checkIn: "${daysAhead(40)}", checkOut: "${daysAhead(42)}", adults: 1`;
  const { userErrors } = await run<{ userErrors: readonly Refusal[] }>(
    host,
    `bookingCreate(input: { ${stay}, guest: { firstName: "Ada", lastName: "Late" } })`,
    'booking { id }',
  );
  return userErrors.map(({ code }) => code);
}
