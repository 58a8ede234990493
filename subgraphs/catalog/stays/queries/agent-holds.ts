import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import type { StorefrontRecord } from '../../store/entities.ts';
import { teamStorefronts } from '../../storefronts/queries/storefronts.ts';

/** A storefront's unpaid agent holds. */
export interface AgentHolds {
  readonly storefront: StorefrontRecord;
  readonly holds: number;
  readonly heldPercent: number;
  readonly tightened: boolean;
  readonly until: string | null;
}

interface HeldRow {
  readonly storefront: number;
  readonly holds: number;
  readonly peak: number;
  readonly units: number;
  readonly until: string | null;
}

/** The chosen team's storefronts with unpaid agent holds (docs/interface/checkout.md#hold-limits). */
export async function findAgentHolds(ctx: SubgraphContext): Promise<AgentHolds[]> {
  const storefronts = await teamStorefronts(ctx);
  const { rows } = await sql<HeldRow>`
    SELECT storefront, holds, peak, units, until FROM catalog.agent_holds(${storefronts.map(({ id }) => id)}::int[])`.execute(
    statements(ctx),
  );
  const held = new Map(rows.map((row) => [row.storefront, row]));
  return storefronts.flatMap((storefront) => {
    const row = held.get(storefront.id);
    if (!row) return [];
    const { holds, peak, units, until } = row;
    const heldPercent = units === 0 ? 100 : Math.min(100, Math.round((100 * peak) / units));
    return [{ storefront, holds, heldPercent, tightened: 4 * peak > units, until }];
  });
}
