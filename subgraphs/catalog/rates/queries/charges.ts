import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty } from '../../access.ts';
import { FeeEntity, type FeeRow, PropertyEntity, TaxEntity, type TaxRow } from '../../store/entities.ts';

/** A property's fees, in creation order. */
export const feesOfProperty = batch<number, FeeRow[]>(async (ctx, ids) => {
  const rows = await reader(ctx).find(FeeEntity, { property: { $in: [...ids] } }, { orderBy: { id: 'asc' } });
  return Map.groupBy(rows, ({ property }) => property.id);
});

/** A property's taxes, in creation order. */
export const taxesOfProperty = batch<number, TaxRow[]>(async (ctx, ids) => {
  const rows = await reader(ctx).find(TaxEntity, { property: { $in: [...ids] } }, { orderBy: { id: 'asc' } });
  return Map.groupBy(rows, ({ property }) => property.id);
});

/** Returns the percentage taxes on a property's cancellation fees; empty unless its host taxes those fees. */
export async function cancellationTaxes(
  ctx: SubgraphContext,
  propertyId: string,
): Promise<readonly TaxRow[]> {
  const property = { id: parseId(propertyId) ?? 0, taxCancellationFees: true };
  return reader(ctx).find(TaxEntity, { property, amountPerNight: null }, { orderBy: { id: 'asc' } });
}

/** Condition for a property within the viewer's reach; the platform reaches all. */
const within = ({ viewer }: SubgraphContext, propertyId: string) => {
  const named = { id: parseId(propertyId) ?? 0 };
  return { $and: viewer.kind === 'platform' ? [named] : [named, ownProperty(viewer)] };
};

/** Returns a property's percentage taxes; empty if the viewer doesn't have access to the property. */
export async function percentTaxes(ctx: SubgraphContext, propertyId: string): Promise<readonly TaxRow[]> {
  const property = within(ctx, propertyId);
  return reader(ctx).find(TaxEntity, { property, amountPerNight: null }, { orderBy: { id: 'asc' } });
}

/** Returns a property's name and tax terms for an invoice; null if the viewer doesn't have access to it. */
export async function invoiceTerms(
  ctx: SubgraphContext,
  propertyId: string,
): Promise<InvoiceTermsRow | null> {
  const where = within(ctx, propertyId);
  const property = await reader(ctx).findOne(PropertyEntity, where, { populate: ['storefront'] });
  if (!property) return null;
  const [taxes, fees] = await Promise.all([
    percentTaxes(ctx, propertyId),
    reader(ctx).find(FeeEntity, { property: property.id, taxable: true }),
  ]);
  return {
    propertyName: property.name,
    locale: property.storefront.locale,
    taxes,
    taxableFees: [...new Set(fees.map(({ name }) => name))],
    taxesCancellations: property.taxCancellationFees,
  };
}

/** Property terms that determine what an invoice shows. */
export interface InvoiceTermsRow {
  readonly propertyName: string;
  readonly locale: string;
  readonly taxes: readonly TaxRow[];
  readonly taxableFees: readonly string[];
  readonly taxesCancellations: boolean;
}
