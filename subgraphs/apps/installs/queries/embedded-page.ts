import { type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { isAppAddress, isOwnAddress } from '#manifest/addresses.ts';
import { isSlug } from '#manifest/slug.ts';
import { panelUserId, teamIdOrNull } from '../../access.ts';
import { isOnStorefront, ownOrigins } from '../../authoring/operations/own-addresses.ts';
import { FACTOR_IS_MISSING } from '../../identity/queries/teams.ts';
import { runningInstalls } from '../store/running-version.ts';

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
