import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { isAppAddress, isOwnAddress } from '#manifest/addresses.ts';
import { isSlug } from '#manifest/slug.ts';
import { panelUserId, teamIdOrNull } from '../../access.ts';
import { FACTOR_IS_MISSING } from '../../identity/queries/teams.ts';
import { isOnStorefront, ownOrigins } from '../../operations/own-addresses.ts';
import { RUNNING_VERSION } from '../store/running-version.ts';

/** Which app's page, in which panel. */
export interface EmbeddedPageInput {
  readonly slug: string;
  /** Origin by which the panel was reached. */
  readonly panelOrigin: string;
}

/** An app's page on a team, with what its session tokens are made from. */
export interface EmbeddedPageRow {
  readonly name: string;
  readonly url: string;
  readonly origin: string;
  readonly installId: number;
  readonly teamId: number;
  readonly clientId: string;
  readonly clientSecretSealed: string;
}

/** The page of an app for anyone who is signed in to the panel; null if there is none to show. */
export async function showEmbeddedPage(
  ctx: SubgraphContext,
  input: EmbeddedPageInput,
): Promise<EmbeddedPageRow | null> {
  const viewer = { accountId: panelUserId(ctx), teamId: teamIdOrNull(ctx) };
  const page = await findEmbeddedPage(ctx, viewer, input);
  return page === 'own' ? null : page;
}

/**
 * The page of an app that is installed on the chosen team, or, where none is chosen, on the first of the account's teams that
 * has it; null if there is none. `own` where the page is on one of our own addresses, and is not shown: its manifest
 * may be older than the rule, or than our address.
 */
export async function findEmbeddedPage(
  ctx: SubgraphContext,
  { accountId, teamId }: { readonly accountId: number; readonly teamId: number | null },
  { slug, panelOrigin }: EmbeddedPageInput,
): Promise<EmbeddedPageRow | 'own' | null> {
  if (!isSlug(slug)) return null;
  const onTeam = teamId === null ? sql`true` : sql`i.team_id = ${teamId}`;
  const { rows } = await sql<Omit<EmbeddedPageRow, 'origin'>>`
    SELECT a.name, v.manifest->>'appPageUrl' AS url, i.id AS "installId", i.team_id AS "teamId",
      a.client_id AS "clientId", a.client_secret_sealed AS "clientSecretSealed"
    FROM apps.installs i
    JOIN apps.memberships m ON m.team_id = i.team_id AND m.account_id = ${accountId}
    JOIN apps.teams t ON t.id = i.team_id AND NOT ${FACTOR_IS_MISSING}
    JOIN apps.apps a ON a.id = i.app_id
      AND (m.role IN ('owner', 'manager') OR m.role = 'developer' AND a.account_id = m.account_id)
    JOIN apps.app_versions v ON v.id = ${RUNNING_VERSION}
    WHERE a.slug = ${slug} AND ${onTeam} AND i.is_active AND v.manifest->>'appPageUrl' IS NOT NULL
    ORDER BY m.created_at, i.team_id LIMIT 1`.execute(statements(ctx));
  const [row] = rows;
  if (!row || !isAppAddress(row.url, { allowPrivate: ctx.config.webhookAllowPrivate })) return null;
  const own =
    isOwnAddress(row.url, [panelOrigin, ...ownOrigins(ctx)]) || (await isOnStorefront(ctx, row.url));
  return own ? 'own' : { ...row, origin: new URL(row.url).origin };
}
