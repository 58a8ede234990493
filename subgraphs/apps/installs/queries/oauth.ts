import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { FACTOR_MISSING } from '#kit/access.ts';
import type { Role } from '#kit/roles.ts';
import type { DeclaredTaskType } from '#manifest/task-types.ts';
import type { AppBilling, AppType, Distribution } from '#manifest/vocabulary.ts';
import type { Grants } from '../../authoring/domain/versions.ts';
import type { AppRow } from '../../authoring/queries/apps.ts';
import { FACTOR_IS_MISSING, type TeamRow } from '../../identity/queries/teams.ts';
import { refuseAppRight } from '../domain/app-rights.ts';
import { refuseInstall } from '../domain/grants.ts';

/** An OAuth client: what the live version of an app declares. */
export interface OauthClientRow {
  readonly appId: number;
  readonly accountId: number;
  readonly clientId: string;
  readonly clientSecretSealed: string;
  readonly developer: string;
  readonly distribution: Distribution;
  readonly billing: AppBilling;
  readonly liveVersion: number;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
  readonly app: AppRow;
  readonly declaredTaskTypes: readonly DeclaredTaskType[] | null;
}

/** The app of a client id; null if there is none, or no version of it is live. */
export async function findOauthClient(
  ctx: SubgraphContext,
  clientId: string,
): Promise<OauthClientRow | null> {
  if (!/^[\w-]{1,100}$/.test(clientId)) return null;
  const { rows } = await sql<OauthClientRow>`
    SELECT a.id AS "appId", a.account_id AS "accountId", a.client_id AS "clientId",
      a.client_secret_sealed AS "clientSecretSealed", d.name AS developer, a.distribution, a.billing,
      v.number AS "liveVersion", v.manifest->'redirectUris' AS "redirectUris", v.manifest->'scopes' AS scopes,
      v.manifest->'capabilities' AS capabilities, v.manifest->'taskTypes' AS "declaredTaskTypes",
      jsonb_build_object('id', a.id, 'slug', a.slug, 'name', a.name, 'type', a.type) AS app
    FROM apps.apps a
    JOIN apps.app_versions v ON v.id = a.live_version_id
    JOIN apps.accounts d ON d.id = a.account_id
    WHERE a.client_id = ${clientId}`.execute(statements(ctx));
  return rows[0] ?? null;
}

/** One of the account's teams, as a place to install an app on. */
export interface OauthChoiceRow {
  readonly team: TeamRow;
  /** Why the app cannot be installed on it; null if it can. */
  readonly refusal: string | null;
  readonly isInstalled: boolean;
  /** What the install holds; null if there is none. */
  readonly held: Grants | null;
  /** Kind of the app, and the capabilities it declares. */
  readonly type: AppType;
  readonly capabilities: readonly string[];
}

/** Teams of an account in the order it joined them, with what an app is and holds on each. */
export async function findOauthChoices(
  ctx: SubgraphContext,
  accountId: number,
  client: Pick<OauthClientRow, 'app' | 'appId' | 'accountId' | 'billing' | 'distribution' | 'capabilities'>,
): Promise<readonly OauthChoiceRow[]> {
  const { rows } = await sql<
    Pick<OauthChoiceRow, 'team' | 'isInstalled' | 'held'> & {
      readonly onDevelopersTeam: boolean;
      readonly role: Role;
      readonly limited: boolean;
      readonly factorMissing: boolean;
    }
  >`
    SELECT jsonb_build_object('id', t.id, 'slug', t.slug, 'name', t.name,
        'status', t.status, 'closesAt', t.closes_at, 'requireSecondFactor', t.require_second_factor) AS team, m.role,
      m.property_ids IS NOT NULL AS limited, ${FACTOR_IS_MISSING} AS "factorMissing",
      coalesce(i.is_active, false) AS "isInstalled",
      CASE WHEN i.is_active THEN jsonb_build_object('scopes', i.scopes, 'capabilities', i.capabilities) END AS held,
      EXISTS (SELECT 1 FROM apps.memberships d
        WHERE d.team_id = t.id AND d.account_id = ${client.accountId}) AS "onDevelopersTeam"
    FROM apps.memberships m
    JOIN apps.teams t ON t.id = m.team_id
    LEFT JOIN apps.installs i ON i.team_id = t.id AND i.app_id = ${client.appId} AND i.is_active
    WHERE m.account_id = ${accountId} ORDER BY m.created_at, t.id`.execute(statements(ctx));
  return rows.map(({ onDevelopersTeam, role, limited, factorMissing, ...choice }) => ({
    ...choice,
    type: client.app.type,
    capabilities: client.capabilities,
    refusal:
      (factorMissing ? FACTOR_MISSING : null) ??
      refuseAppRight({
        role,
        own: client.accountId === accountId,
        costs: client.billing !== 'free',
        limited,
      }) ??
      refuseInstall({ distribution: client.distribution, hasLiveVersion: true, onDevelopersTeam }),
  }));
}
