import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { type Given, prepared } from '#db/typed.ts';
import { FACTOR_MISSING, TEAM_SUSPENDED } from '#kit/access.ts';
import type { Role } from '#kit/roles.ts';
import type { DeclaredSetting } from '#manifest/declared-setting.ts';
import type { DeclaredTaskType } from '#manifest/task-types.ts';
import type { AppBilling, AppType, Distribution } from '#manifest/vocabulary.ts';
import type { Grants } from '../../authoring/domain/versions.ts';
import type { AppRow } from '../../authoring/queries/apps.ts';
import { FACTOR_IS_MISSING, type TeamRow } from '../../identity/queries/teams.ts';
import { tables } from '../../store/tables.ts';
import { refuseAppRight } from '../domain/app-rights.ts';
import { refuseInstall } from '../domain/grants.ts';
import { TRIED_VERSION } from '../store/running-version.ts';

/** An OAuth client, as declared by an app's live version, or by its newest version until one is live. */
export interface OauthClientRow {
  readonly appId: number;
  readonly accountId: number;
  readonly clientId: string;
  readonly clientSecretSealed: string;
  readonly developer: string;
  readonly distribution: Distribution;
  readonly billing: AppBilling;
  /** The declaring version's number. */
  readonly liveVersion: number;
  /** False until a version is live: only the app's developer can install it, for development. */
  readonly isLive: boolean;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
  readonly app: AppRow;
  readonly declaredTaskTypes: readonly DeclaredTaskType[] | null;
  readonly declaredSettings: readonly DeclaredSetting[] | null;
  /** Operators' reason for suspending its listing; null if it isn't suspended. */
  readonly suspensionReason: string | null;
}

/** Returns the app for a client id; null if it doesn't exist. */
export async function findOauthClient(
  ctx: SubgraphContext,
  clientId: string,
): Promise<OauthClientRow | null> {
  if (!/^[\w-]{1,100}$/.test(clientId)) return null;
  const [found] = await clientsOf(ctx, { clientId });
  if (!found) return null;
  const { id, slug, name, type, manifest, liveVersionId, ...client } = found;
  const { redirectUris, scopes, capabilities, taskTypes: declaredTaskTypes = null } = manifest;
  const { settings: declaredSettings = null } = manifest;
  const app = { id, slug, name, type };
  return {
    ...client,
    isLive: liveVersionId != null,
    appId: id,
    app,
    redirectUris,
    scopes,
    capabilities,
    declaredTaskTypes,
    declaredSettings,
  };
}

const clientsOf = prepared(tables, (db, { clientId }: Given<{ readonly clientId: string }>) =>
  db
    .selectFrom('apps as a')
    .innerJoin('app_versions as v', (join) => join.on('v.id', '=', TRIED_VERSION))
    .innerJoin('accounts as d', 'd.id', 'a.accountId')
    .leftJoin('listings as l', 'l.appId', 'a.id')
    .select(['a.id', 'a.slug', 'a.name', 'a.type', 'a.accountId', 'a.clientId', 'a.clientSecretSealed'])
    .select(['d.name as developer', 'a.distribution', 'a.billing', 'v.number as liveVersion', 'v.manifest'])
    .select(['l.suspensionReason', 'a.liveVersionId'])
    .where('a.clientId', '=', clientId),
);

/** One of the account's teams, as an install target. */
export interface OauthChoiceRow {
  readonly team: TeamRow;
  /** Reason why the app can't be installed on it; null if it can. */
  readonly refusal: string | null;
  readonly isInstalled: boolean;
  /** The install's grants; null if it isn't installed. */
  readonly held: Grants | null;
  /** The install's id, even if it has ended; null if there never was one. */
  readonly installId: number | null;
  readonly settingsVersion: number;
  /** Settings that the app declares for teams. */
  readonly declaredSettings: readonly DeclaredSetting[] | null;
  /** App type and declared capabilities. */
  readonly type: AppType;
  readonly capabilities: readonly string[];
}

/** Returns an account's teams in the order it joined them, with the app's grants on each. */
export async function findOauthChoices(
  ctx: SubgraphContext,
  accountId: number,
  client: Pick<
    OauthClientRow,
    | 'app'
    | 'appId'
    | 'accountId'
    | 'billing'
    | 'distribution'
    | 'isLive'
    | 'capabilities'
    | 'declaredSettings'
    | 'suspensionReason'
  >,
): Promise<readonly OauthChoiceRow[]> {
  const { rows } = await sql<
    Pick<OauthChoiceRow, 'team' | 'isInstalled' | 'held' | 'installId' | 'settingsVersion'> & {
      readonly onDevelopersTeam: boolean;
      readonly role: Role;
      readonly limited: boolean;
      readonly factorMissing: boolean;
      readonly suspended: boolean;
    }
  >`
    SELECT jsonb_build_object('id', t.id, 'slug', t.slug, 'name', t.name,
        'status', t.status, 'closesAt', t.closes_at, 'requireSecondFactor', t.require_second_factor) AS team, m.role,
      m.property_ids IS NOT NULL AS limited, ${FACTOR_IS_MISSING} AS "factorMissing", t.suspended_at IS NOT NULL AS suspended,
      coalesce(i.is_active, false) AS "isInstalled", i.id AS "installId",
      coalesce((SELECT v.version FROM apps.setting_versions v
        WHERE v.install_id = i.id AND v.per = 'install' AND v.object_id = 0), 0) AS "settingsVersion",
      CASE WHEN i.is_active THEN jsonb_build_object('scopes', i.scopes, 'capabilities', i.capabilities) END AS held,
      EXISTS (SELECT 1 FROM apps.memberships d
        WHERE d.team_id = t.id AND d.account_id = ${client.accountId}) AS "onDevelopersTeam"
    FROM apps.memberships m
    JOIN apps.teams t ON t.id = m.team_id
    LEFT JOIN apps.installs i ON i.team_id = t.id AND i.app_id = ${client.appId}
    WHERE m.account_id = ${accountId} ORDER BY m.created_at, t.id`.execute(statements(ctx));
  return rows.map(({ onDevelopersTeam, role, limited, factorMissing, suspended, ...choice }) => ({
    ...choice,
    type: client.app.type,
    capabilities: client.capabilities,
    declaredSettings: client.declaredSettings,
    refusal:
      (factorMissing ? FACTOR_MISSING : null) ??
      (suspended ? TEAM_SUSPENDED : null) ??
      refuseAppRight({
        role,
        own: client.accountId === accountId,
        costs: client.billing !== 'free',
        limited,
      }) ??
      refuseInstall({
        distribution: client.distribution,
        hasLiveVersion: client.isLive,
        forDevelopment: client.accountId === accountId,
        byDeveloper: client.accountId === accountId,
        onDevelopersTeam,
        // Teams that already have the app can still approve its requests.
        suspended: client.suspensionReason != null && !choice.isInstalled,
      }),
  }));
}
