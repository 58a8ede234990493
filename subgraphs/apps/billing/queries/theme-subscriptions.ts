import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { LARGEST_PAGE } from '#kit/connection.ts';
import { parseId } from '#kit/ids.ts';
import { teamIdOrNull } from '../../access.ts';
import { tables } from '../../store/tables.ts';
import { Theme } from '../../themes/store/entities.ts';
import { themeBySlug } from '../../themes/store/theme-by-slug.ts';
import { Subscription } from '../store/entities.ts';

/** Loads a theme by id. */
export const findSoldTheme = batch<number, Theme>(async (ctx, ids) => {
  const themes = await reader(ctx).find(Theme, { id: [...ids] });
  return new Map(themes.map((theme) => [theme.id, theme]));
});

/** Loads the chosen team's live subscription by theme id; undefined if it has none. */
export const findThemeSubscription = batch<number, Subscription>(async (ctx, themeIds) => {
  const teamId = teamIdOrNull(ctx) ?? 0;
  const rows = await reader(ctx).find(Subscription, { teamId, themeId: [...themeIds], ...LIVE });
  return new Map(rows.map((row) => [row.themeId ?? 0, row]));
});

/** Returns a team's live subscriptions to themes, oldest first: at most 100. */
export const findThemeSubscriptions = (
  ctx: SubgraphContext,
  teamId: number,
): Promise<readonly Subscription[]> =>
  reader(ctx).find(
    Subscription,
    { teamId, themeId: { $ne: null }, ...LIVE },
    { orderBy: { id: 'asc' }, limit: LARGEST_PAGE },
  );

const LIVE = { status: { $ne: 'cancelled' } } as const;

/** Loads the number of days on which the chosen team's trials ran, by theme id. */
export const countThemeTrialDays = batch<number, number>(async (ctx, themeIds) => {
  const rows = await tables(reader(ctx))
    .selectFrom('theme_trial_days')
    .select(({ fn }) => ['themeId', fn.countAll<string>().as('days')])
    .where('teamId', '=', teamIdOrNull(ctx) ?? 0)
    .where('themeId', 'in', [...themeIds])
    .where('test', '=', false)
    .groupBy('themeId')
    .execute();
  return new Map(rows.map(({ themeId, days }) => [themeId, Number(days)]));
});

/** A team and a theme, as catalog knows them. */
interface OfTeam {
  readonly teamId: string;
  readonly slug: string;
}

/** True if the team's subscription to the theme is frozen. */
export const isThemeFrozen = async (ctx: SubgraphContext, of: OfTeam): Promise<boolean> =>
  (await findOfTeam(ctx, of)).subscription?.status === 'frozen';

/** True if the team has a live subscription to the theme, or never had one. */
export async function isThemeAllowed(ctx: SubgraphContext, of: OfTeam): Promise<boolean> {
  const { theme, subscription } = await findOfTeam(ctx, of);
  if (!theme || subscription) return true;
  return (
    (await reader(ctx).count(Subscription, { teamId: parseId(of.teamId) ?? 0, themeId: theme.id })) === 0
  );
}

async function findOfTeam(ctx: SubgraphContext, { teamId, slug }: OfTeam) {
  const theme = await themeBySlug(reader(ctx), { slug });
  const subscription =
    theme &&
    (await reader(ctx).findOne(Subscription, { teamId: parseId(teamId) ?? 0, themeId: theme.id, ...LIVE }));
  return { theme, subscription };
}
