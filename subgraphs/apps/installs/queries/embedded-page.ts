import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { isAppAddress, isOwnAddress } from '#manifest/addresses.ts';
import { isSlug } from '#manifest/slug.ts';
import { panelUserId, teamIdOrNull } from '../../access.ts';
import { isOnStorefront, ownOrigins } from '../../authoring/operations/own-addresses.ts';
import { FACTOR_IS_MISSING } from '../../identity/queries/teams.ts';
import { runningInstalls } from '../store/running-version.ts';

/** App page and panel. */
export interface EmbeddedPageInput {
  readonly slug: string;
  /** Origin at which the panel was opened. */
  readonly panelOrigin: string;
}

/** An app's page on a team, with the data for its session tokens. */
export interface EmbeddedPageRow {
  readonly name: string;
  readonly url: string;
  readonly origin: string;
  readonly installId: number;
  readonly teamId: number;
  readonly clientId: string;
  readonly clientSecretSealed: string;
}

/** Returns an app's page for anyone signed in to the panel; null if it has none to show. */
export async function showEmbeddedPage(
  ctx: SubgraphContext,
  input: EmbeddedPageInput,
): Promise<EmbeddedPageRow | null> {
  const viewer = { accountId: panelUserId(ctx), teamId: teamIdOrNull(ctx) };
  const page = await findEmbeddedPage(ctx, viewer, input);
  return page === 'own' ? null : page;
}

/**
 * Returns the page of an app installed on the selected team or, without a selected team, on the first of the
 * account's teams that has it; null if there is none. Returns `own` for a page at one of our own addresses,
 * which isn't shown: its manifest may predate this rule or our address.
 */
export async function findEmbeddedPage(
  ctx: SubgraphContext,
  { accountId, teamId }: { readonly accountId: number; readonly teamId: number | null },
  { slug, panelOrigin }: EmbeddedPageInput,
): Promise<EmbeddedPageRow | 'own' | null> {
  if (!isSlug(slug)) return null;
  const row = await runningInstalls(reader(ctx))
    .innerJoin('memberships as m', 'm.teamId', 'i.teamId')
    .innerJoin('teams as t', 't.id', 'i.teamId')
    .select(['a.name', 'i.id as installId', 'i.teamId', 'a.clientId', 'a.clientSecretSealed'])
    .select(PAGE_URL.as('url'))
    .where('m.accountId', '=', accountId)
    .where(({ not }) => not(FACTOR_IS_MISSING))
    .where(({ or, and, eb }) =>
      or([
        eb('m.role', 'in', ['owner', 'manager']),
        and([eb('m.role', '=', 'developer'), eb('a.accountId', '=', eb.ref('m.accountId'))]),
      ]),
    )
    .where('a.slug', '=', slug)
    .$if(teamId !== null, (all) => all.where('i.teamId', '=', teamId ?? 0))
    .where('i.isActive', '=', true)
    .where(PAGE_URL, 'is not', null)
    .orderBy('m.createdAt')
    .orderBy('i.teamId')
    .limit(1)
    .executeTakeFirst();
  if (!row || !isAppAddress(row.url, { allowPrivate: ctx.config.webhookAllowPrivate })) return null;
  const own =
    isOwnAddress(row.url, [panelOrigin, ...ownOrigins(ctx)]) || (await isOnStorefront(ctx, row.url));
  return own ? 'own' : { ...row, origin: new URL(row.url).origin };
}

const PAGE_URL: RawBuilder<string> = sql`(v.manifest->>'appPageUrl')`;
