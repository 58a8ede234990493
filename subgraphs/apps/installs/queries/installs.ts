import { type RawBuilder, sql } from 'kysely';
import { columnsOf } from '#db/columns.ts';
import type { SubgraphContext } from '#db/context.ts';
import { byInstant, latestFirst, microsecondsOf, readingSlice } from '#db/slice.ts';
import { reader, statements } from '#db/transaction.ts';
import { LARGEST_PAGE, type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { isStorable } from '#kit/text.ts';
import { isSlug } from '#manifest/slug.ts';
import type { CurrentInstall, InstalledAppFilter, Maybe } from '../../generated.ts';
import { tables } from '../../store/tables.ts';
import { Install } from '../store/entities.ts';
import type { InstallRow } from '../store/install-row.ts';
import { RUNNING_VERSION } from '../store/running-version.ts';

const OF_INSTALL = columnsOf(
  Install,
  ['id', 'isActive', 'isDevInstall', 'appId', 'teamId', 'webhookSecretSealed', 'installedAt'],
  'i',
);

async function findInstalls(
  ctx: SubgraphContext,
  accountId: number,
  which: RawBuilder<unknown>,
  end: RawBuilder<unknown> = sql``,
): Promise<readonly InstallRow[]> {
  const { rows } = await sql<InstallRow>`
    SELECT ${OF_INSTALL}, to_jsonb(i.scopes) AS scopes, to_jsonb(i.capabilities) AS capabilities,
      coalesce((v.manifest->>'standardWebhooks')::boolean, false) AS "standardWebhooks",
      ${microsecondsOf('i.installed_at')} AS "installedUs",
      CASE WHEN i.is_active THEN v.manifest->>'appPageUrl' END AS "appPageUrl",
      CASE WHEN i.is_active AND NOT i.is_dev_install THEN v.manifest->'redirectUris'->>0 END AS "redirectUri",
      CASE WHEN v.id IS NOT NULL THEN jsonb_build_object(
        'scopes', v.manifest->'scopes', 'capabilities', v.manifest->'capabilities') END AS asked,
      v.number AS version, v.manifest->'taskTypes' AS "declaredTaskTypes", v.manifest->'settings' AS "declaredSettings",
      i.settings_version AS "settingsVersion",
      jsonb_build_object('id', a.id, 'slug', a.slug, 'name', a.name, 'type', a.type) AS app,
      jsonb_build_object('id', t.id, 'slug', t.slug, 'name', t.name,
        'status', t.status, 'closesAt', t.closes_at,
        'requireSecondFactor', t.require_second_factor) AS team
    FROM apps.installs i
    JOIN apps.apps a ON a.id = i.app_id
    LEFT JOIN apps.app_versions v ON v.id = ${RUNNING_VERSION}
    JOIN apps.teams t ON t.id = i.team_id
    JOIN apps.memberships m ON m.team_id = i.team_id AND m.account_id = ${accountId}
      AND (m.role IN ('owner', 'manager') OR m.role = 'developer' AND a.account_id = m.account_id)
    WHERE ${which} ${end}`.execute(statements(ctx));
  return rows;
}

const NEWEST_FIRST = latestFirst(byInstant('i.installed_at', 'i.id'));

async function pageOfInstalls(
  ctx: SubgraphContext,
  accountId: number,
  listing: Listing,
  conditions: readonly RawBuilder<unknown>[],
): Promise<Page<InstallRow>> {
  const slice = readSlice(listing, 2);
  const { within, orderBy, limit } = readingSlice(slice, NEWEST_FIRST);
  const which = sql.join([...conditions, within], sql` AND `);
  const rows = await findInstalls(ctx, accountId, which, sql`${orderBy} ${limit}`);
  return pageOf(rows, slice, ({ installedUs, id }) => [installedUs, id]);
}

/** Returns a page of an app's installs on the account's own teams, newest first. */
export const findInstallsOfApp = (
  ctx: SubgraphContext,
  { accountId, id }: { readonly accountId: number; readonly id: number },
  { activeOnly, ...listing }: Listing & { readonly activeOnly: boolean },
) =>
  pageOfInstalls(ctx, accountId, listing, [sql`i.app_id = ${id}`, activeOnly ? sql`i.is_active` : sql`true`]);

/** Returns a page of apps installed on a team, newest first; empty unless it's the account's team. */
export const findInstalledApps = (
  ctx: SubgraphContext,
  { accountId, teamId }: { readonly accountId: number; readonly teamId: number },
  { filter, ...listing }: Listing & { readonly filter?: Maybe<Partial<InstalledAppFilter>> },
) =>
  pageOfInstalls(ctx, accountId, listing, [
    sql`i.team_id = ${teamId} AND i.is_active`,
    ...(filter?.hasPage == null ? [] : [sql`(v.manifest->>'appPageUrl' IS NOT NULL) = ${filter.hasPage}`]),
    ...(filter?.capability == null ? [] : [holding(filter.capability)]),
  ]);

/** Text that a column can't store isn't a capability. */
const holding = (capability: string) =>
  isStorable(capability) ? sql`${capability} = ANY (i.capabilities)` : sql`false`;

/** Returns a team's newest installs, also uninstalled apps; empty unless it's the account's team. */
export const findInstallsOnTeam = (ctx: SubgraphContext, accountId: number, teamId: number) =>
  findInstalls(
    ctx,
    accountId,
    sql`i.team_id = ${teamId}`,
    sql`ORDER BY i.installed_at DESC, i.id DESC LIMIT ${LARGEST_PAGE}`,
  );

/** Returns an app's install on a team; null if the app isn't installed or the team isn't the account's. */
export const findInstall = async (
  ctx: SubgraphContext,
  accountId: number,
  on: { readonly app: string; readonly team: string },
): Promise<InstallRow | null> => {
  if (!isSlug(on.app) || !isSlug(on.team)) return null;
  const [install] = await findInstalls(ctx, accountId, sql`a.slug = ${on.app} AND t.slug = ${on.team}`);
  return install ?? null;
};

/** Returns an app's active install on a team; null unless it's the account's team. */
export const findActiveInstall = async (
  ctx: SubgraphContext,
  accountId: number,
  on: { readonly app: string; readonly teamId: number },
): Promise<InstallRow | null> => {
  if (!isSlug(on.app)) return null;
  const active = sql`a.slug = ${on.app} AND i.team_id = ${on.teamId} AND i.is_active`;
  return (await findInstalls(ctx, accountId, active))[0] ?? null;
};

/** Returns the calling install; null unless called with a runtime token. */
export async function findCurrentInstall(
  ctx: SubgraphContext,
): Promise<Omit<CurrentInstall, 'installedApp' | 'settings' | 'settingsComplete' | 'subscription'> | null> {
  if (ctx.viewer.kind !== 'app') return null;
  const { installId, appSlug: app, teamId, scopes, capabilities } = ctx.viewer;
  const row = await tables(reader(ctx))
    .selectFrom('installs as i')
    .innerJoin('teams as t', 't.id', 'i.teamId')
    .innerJoin('apps as a', 'a.id', 'i.appId')
    .select([
      't.slug as team',
      'i.isDevInstall',
      'a.name as appName',
      'a.type as appType',
      'i.taskTypesVersion',
      'i.settingsVersion',
    ])
    .where('i.id', '=', installId)
    .where('i.isActive', '=', true)
    .executeTakeFirst();
  return row ? { ...row, id: installId, teamId, app, scopes, capabilities } : null;
}
