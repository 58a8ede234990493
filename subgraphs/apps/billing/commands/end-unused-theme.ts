import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader, statements } from '#db/transaction.ts';
import type { ThemeRemovedEvent } from '#schema/events.ts';
import { themeBySlug } from '../../themes/store/theme-by-slug.ts';
import { isThemeUsed } from '../operations/theme-used.ts';
import { endThemeSubscription } from '../steps/end-theme-subscription.ts';
import { lockLiveOfTheme } from '../store/subscriptions.ts';

/** Time that a host's request may take from the subscription until the theme is on the storefront. */
const RESERVED_MS = 10 * 60_000;
/** Maximum subscriptions checked per statement. */
const AT_ONCE = 100;

/** Ends a team's subscription to a theme that was removed from its last storefront. Safe to repeat. */
export async function endUnusedTheme(
  ctx: SubgraphContext,
  { teamId, slug }: ThemeRemovedEvent,
): Promise<void> {
  const theme = await themeBySlug(reader(ctx), { slug });
  if (theme) await endIfUnused(ctx, { teamId, slug, themeId: theme.id });
}

/**
 * Ends subscriptions to themes that aren't on any storefront: the storefront or team was closed, or a request ended
 * between the subscription and the storefront. Safe to repeat.
 */
export async function endUnusedThemes(ctx: SubgraphContext): Promise<void> {
  let rows = await findLive(ctx, 0);
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    for (const row of rows) await endIfUnused(ctx, row);
    rows = await findLive(ctx, last.id);
  }
}

interface OfTheme {
  readonly teamId: number;
  readonly themeId: number;
  readonly slug: string;
}

async function endIfUnused(ctx: SubgraphContext, { teamId, themeId, slug }: OfTheme): Promise<void> {
  if (await isThemeUsed(ctx, { teamId, slug })) return;
  await inTransaction(ctx, async (em) => {
    const subscription = await lockLiveOfTheme(em, { teamId, themeId });
    if (!subscription || isReserved(subscription.reservedAt, ctx.clock.now())) return;
    await endThemeSubscription(ctx, em, subscription);
  });
}

/** True while a host may be adding the theme to a storefront. */
const isReserved = (reservedAt: Date | null | undefined, now: Date): boolean =>
  reservedAt != null && reservedAt.getTime() + RESERVED_MS > now.getTime();

async function findLive(ctx: SubgraphContext, after: number) {
  const before = new Date(ctx.clock.now().getTime() - RESERVED_MS);
  const { rows } = await sql<OfTheme & { readonly id: number }>`
    SELECT s.id::float8 AS id, s.team_id AS "teamId", s.theme_id AS "themeId", t.slug
    FROM apps.subscriptions s JOIN apps.themes t ON t.id = s.theme_id
    WHERE s.id > ${after} AND s.status <> 'cancelled' AND s.reserved_at <= ${before}
    ORDER BY s.id LIMIT ${AT_ONCE}`.execute(statements(ctx));
  return rows;
}
