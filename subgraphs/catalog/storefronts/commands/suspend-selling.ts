import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { tables } from '../../store/tables.ts';
import { publishStorefront } from '../steps/publish-storefront.ts';

/** A team's suspension or resumption. */
interface TeamSuspension {
  readonly teamId: string;
  readonly suspended: boolean;
  /** Increases with each change: an older change that arrives late has no effect. */
  readonly version: number;
}

/**
 * Pauses every storefront in a team, regardless of other settings, and prevents anyone from taking nights
 * there; or resumes the storefronts. Returns true on a change. Safe to repeat. See
 * docs/interface/host.md#suspended-teams.
 */
export async function suspendSelling(
  ctx: SubgraphContext,
  { teamId, suspended, version }: TeamSuspension,
): Promise<boolean> {
  const changed = await inTransaction(ctx, async (em) => {
    const storefronts = await tables(em)
      .updateTable('storefront')
      .set({ teamSuspended: suspended, teamSuspensionVersion: version })
      .where('teamId', '=', parseId(teamId) ?? 0)
      .where('teamSuspensionVersion', '<', version)
      .returning(['id', 'closedAt'])
      .execute();
    for (const { id, closedAt } of storefronts) if (!closedAt) await publishStorefront(ctx, em, id);
    return storefronts;
  });
  for (const { id } of changed) ctx.services.catalog.changes.announce(id);
  return changed.length > 0;
}
