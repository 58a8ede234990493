import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { AppBilling, AppType } from '#manifest/vocabulary.ts';
import type { Grants } from '../../authoring/domain/versions.ts';
import { tables } from '../../store/tables.ts';
import { medianAnswer, roundedInstalls } from '../domain/facts.ts';

/** Platform data about an app with a live version. */
export interface ListingFactsRow {
  readonly appId: number;
  readonly type: AppType;
  readonly billing: AppBilling;
  readonly asked: Grants;
  readonly updatedAt: Date;
}

/** Loads by app id; undefined for an app without a live version. */
export const findListingFacts = batch<number, ListingFactsRow>(async (ctx, ids) => {
  const rows = await tables(reader(ctx))
    .selectFrom('apps as a')
    .innerJoin('app_versions as v', 'v.id', 'a.liveVersionId')
    .leftJoin('listings as l', 'l.appId', 'a.id')
    .select([
      'a.id as appId',
      'a.type',
      'a.billing',
      'v.manifest',
      'v.createdAt',
      'v.releasedAt',
      'l.publishedAt',
    ])
    .where('a.id', 'in', ids)
    .execute();
  return new Map(
    rows.map(({ appId, type, billing, manifest, createdAt, releasedAt, publishedAt }) => [
      appId,
      {
        appId,
        type,
        billing,
        asked: { scopes: manifest.scopes, capabilities: manifest.capabilities },
        updatedAt: latest(releasedAt ?? createdAt, publishedAt),
      },
    ]),
  );
});

const latest = (one: Date, other: Date | null): Date => (other !== null && other > one ? other : one);

/** Returns the rounded number of teams that have an app, not counting its developer's development installs. */
export const countInstalls = async (ctx: SubgraphContext, appId: number): Promise<number> =>
  roundedInstalls((await installsByApp(ctx, appId)) ?? 0);

const installsByApp = batch<number, number>(async (ctx, appIds) => {
  const rows = await tables(reader(ctx))
    .selectFrom('installs')
    .select(({ fn }) => ['appId', fn.countAll<string>().as('installs')])
    .where('appId', 'in', appIds)
    .where('isActive', '=', true)
    .where('isDevInstall', '=', false)
    .groupBy('appId')
    .execute();
  return new Map(rows.map(({ appId, installs }) => [appId, Number(installs)]));
});

/** Installs sampled, newest first, with each install's latest deliveries. */
const MOST_INSTALLS = 50;
const MOST_DELIVERIES = 20;

/**
 * Returns an app's median response time to its latest webhooks, in milliseconds; null if there are too few.
 * The cost doesn't grow with its installs or deliveries.
 */
export async function findMedianAnswer(ctx: SubgraphContext, appId: number): Promise<number | null> {
  const db = tables(reader(ctx));
  const newest = db
    .selectFrom('installs')
    .select('id')
    .where('appId', '=', appId)
    .where('isActive', '=', true)
    .where('isDevInstall', '=', false)
    .orderBy('id', 'desc')
    .limit(MOST_INSTALLS);
  const rows = await db
    .selectFrom(newest.as('i'))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('deliveries as d')
          .select(['d.status', 'd.latencyMs as took'])
          .whereRef('d.installId', '=', 'i.id')
          .orderBy('d.id', 'desc')
          .limit(MOST_DELIVERIES)
          .as('sent'),
      (join) => join.onTrue(),
    )
    .select('sent.took')
    .where('sent.status', '=', 'delivered')
    .execute();
  return medianAnswer(rows.flatMap(({ took }) => took ?? []));
}
