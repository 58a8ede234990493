import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import type { ThemeRemovedEvent } from '#schema/events.ts';
import { tables } from '../../store/tables.ts';
import { themeAllowedDocument } from '../operations/generated.ts';
import { lockAnyThemes } from '../store/own-themes.ts';

/**
 * Removes a theme from a team's storefronts after its subscription ended; guests see the built-in pages. Does nothing if
 * the team subscribed again. Safe to repeat.
 */
export async function endTheme(ctx: SubgraphContext, { teamId, slug }: ThemeRemovedEvent): Promise<void> {
  const caller = { viewer: { kind: 'platform' }, requestId: ctx.requestId } as const;
  const asked = { teamId: String(teamId), slug };
  if ((await ctx.execute(themeAllowedDocument, asked, caller)).themeAllowed) return;
  const using = await tables(reader(ctx))
    .selectFrom('storefront_themes')
    .select('storefrontId')
    .distinct()
    .where('teamId', '=', teamId)
    .where('slug', '=', slug)
    .execute();
  for (const { storefrontId } of using) {
    await inTransaction(ctx, async (em) => {
      const own = await lockAnyThemes(em, storefrontId);
      const ended = own?.themes.filter((one) => one.slug === slug) ?? [];
      const [first] = ended;
      if (!own || !first) return;
      for (const theme of ended) em.remove(theme);
      await em.flush();
      await recordTeamEvent(ctx, em, [teamId], {
        kind: 'storefront_theme.removed',
        subject: own.storefront.name,
        change: first.name,
      });
    });
    ctx.services.catalog.changes.announce(storefrontId);
  }
}
