import { ROLES, type Role } from '#kit/roles.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { demoHost } from './app-world.ts';
import { type Developer, newDeveloper } from './developer.ts';
import { panelHeaders, plainBrowser } from './oauth.ts';
import type { TestPlatform } from './platform.ts';

/** Every account's password from `newDeveloper`. */
export const PASSWORD = 'a long enough password';

/** A team member. */
export interface Member {
  /** Viewer as the subgraphs see the member, with the team chosen. */
  readonly viewer: ViewerOf<'hostUser'>;
  /** The account with its own team. */
  readonly account: Developer;
  /** Posts a document to the panel as the signed-in member; for the team, or for another one by its slug. */
  readonly panel: (query: string, team?: string) => Promise<Response>;
  /** Opens an address in the panel as the signed-in member. */
  readonly open: (path: string) => Promise<Response>;
}

/** Creates accounts that join a team in the given role. */
export async function newMember(
  platform: TestPlatform,
  team: string,
  role: Role,
  propertyIds: readonly number[] | null = null,
): Promise<Member> {
  const [account, { teamId }] = await Promise.all([newDeveloper(platform), demoHost(platform, team)]);
  const { accountId } = account.viewer;
  await platform.database.query(
    'INSERT INTO apps.memberships (account_id, team_id, role, property_ids, created_at) VALUES ($1, $2, $3, $4, now())',
    [accountId, teamId, role, propertyIds],
  );
  let headers: Readonly<Record<string, string>> | null = null;
  return {
    account,
    viewer: {
      kind: 'hostUser',
      accountId,
      sessionId: 0,
      teamId,
      role,
      propertyIds,
      elevated: true,
      operator: false,
    },
    async open(path) {
      headers ??= await signIn(platform, account);
      return fetch(`${platform.address}${path}`, { headers: { ...headers } });
    },
    async panel(query, chosen = team) {
      headers ??= await signIn(platform, account);
      return fetch(`${platform.address}/panel/graphql`, {
        method: 'POST',
        headers: { ...headers, 'x-platform-team': chosen },
        body: JSON.stringify({ query }),
      });
    },
  };
}

async function signIn(platform: TestPlatform, { team }: Developer) {
  const browser = plainBrowser(platform.address);
  await browser.submit(await browser.open('/login'), { email: `${team}@example.com`, password: PASSWORD });
  return panelHeaders(browser);
}

/** One team member for each role. */
export async function membersOf(
  platform: TestPlatform,
  team: string,
): Promise<Readonly<Record<Role, Member>>> {
  const made = await Promise.all(ROLES.map(async (role) => [role, await newMember(platform, team, role)]));
  return Object.fromEntries(made) as Record<Role, Member>; // one for each role
}
