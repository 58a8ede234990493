import type { SubgraphContext } from '#db/context.ts';
import type { Period } from '../domain/periods.ts';
import { type ReportedUnitsFragment, reportUnitsDocument } from './generated.ts';

/** Reads the units on a report's nights from catalog. */
export async function unitsOn(
  ctx: SubgraphContext,
  { from, until }: Period,
  propertyIds: readonly number[] | null,
): Promise<ReportedUnitsFragment> {
  const given = { from, until, propertyIds: propertyIds?.map(String) ?? null };
  return (await ctx.execute(reportUnitsDocument, given, ctx)).reportUnits;
}
