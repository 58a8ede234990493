import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { QueryPlacesOfTeamArgs, TeamPlaces } from '../../generated.ts';

/** Filters properties and rate plans, including archived ones, by team. */
export async function placesOfTeam(ctx: SubgraphContext, given: QueryPlacesOfTeamArgs): Promise<TeamPlaces> {
  const teamId = parseId(given.teamId) ?? 0;
  const idsOf = (ids: readonly string[]) => ids.flatMap((id) => parseId(id) ?? []);
  const { rows } = await sql<{ readonly kind: 'property' | 'plan'; readonly id: number }>`
    SELECT 'property' AS kind, p.id FROM catalog.property p JOIN catalog.storefront s ON s.id = p.storefront_id
    WHERE p.id = ANY (${idsOf(given.propertyIds)}::int[]) AND s.team_id = ${teamId}
    UNION ALL
    SELECT 'plan', r.id FROM catalog.rate_plan r
    JOIN catalog.unit_type u ON u.id = r.unit_type_id
    JOIN catalog.property p ON p.id = u.property_id
    JOIN catalog.storefront s ON s.id = p.storefront_id
    WHERE r.id = ANY (${idsOf(given.ratePlanIds)}::int[]) AND s.team_id = ${teamId}`.execute(statements(ctx));
  const found = (wanted: string) => rows.filter(({ kind }) => kind === wanted).map(({ id }) => String(id));
  return { propertyIds: found('property'), ratePlanIds: found('plan') };
}
