import type { SubgraphContext } from '#db/context.ts';
import { randomToken } from '#kit/ids.ts';
import { addMember, createAccessToken, createAccount, seedTeam } from '#subgraphs/apps/index.ts';
import type { DemoSecrets } from './secrets.ts';
import type { ACCOUNTS, TEAMS } from './world.ts';

/** Creates teams in list order; returns their ids by slug. */
export async function seedTeams(
  ctx: SubgraphContext,
  teams: typeof TEAMS,
): Promise<ReadonlyMap<string, number>> {
  const teamIds = new Map<string, number>();
  for (const team of teams) teamIds.set(team.slug, (await seedTeam(ctx, team)).id);
  return teamIds;
}

export interface SeedAccounts {
  readonly accounts: typeof ACCOUNTS;
  readonly teamIds: ReadonlyMap<string, number>;
}

/** Creates accounts, memberships and access tokens, in list order. Passwords are new on every machine. */
export async function seedAccounts(
  ctx: SubgraphContext,
  { accounts, teamIds }: SeedAccounts,
): Promise<DemoSecrets['accounts']> {
  const secrets: Record<string, { password: string; pat: string | null }> = {};
  for (const { key, email, name, operator, pat, teams: memberOf } of accounts) {
    const password = randomToken(12);
    const { account } = await createAccount(ctx, { email, name, password, operator });
    if (!account) throw new Error(`The demo account ${email} couldn't be created.`);
    for (const slug of memberOf)
      await addMember(ctx, { accountId: account.id, teamId: teamIds.get(slug) ?? 0 });
    const token = pat
      ? (await createAccessToken(ctx, { accountId: account.id, name: 'Demo', abilities: ['develop-apps'] }))
          .token
      : null;
    secrets[key] = { password, pat: token ?? null };
  }
  return secrets;
}
