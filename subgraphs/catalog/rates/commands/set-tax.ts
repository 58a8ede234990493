import type { SubgraphContext } from '#db/context.ts';
import { mistaken } from '../../errors.ts';
import type { TaxSetInput } from '../../generated.ts';
import { TaxEntity, type TaxRow } from '../../store/entities.ts';
import { readTax } from '../domain/charge-input.ts';
import { type ChangedCharge, removeCharge, setCharge } from '../steps/set-charge.ts';

const TAXES = { entity: TaxEntity, noun: 'tax' } as const;

/** A tax mutation's result. */
export interface TaxPayload {
  readonly tax: TaxRow | null;
  readonly userErrors: ChangedCharge<TaxRow>['userErrors'];
}

/** Adds or replaces a tax on a team's property. See docs/interface/catalog.md#fees-and-taxes. */
export async function setTax(
  ctx: SubgraphContext,
  { propertyId, id, ...given }: TaxSetInput,
): Promise<TaxPayload> {
  const { columns, mistakes } = readTax(given);
  if (!columns) {
    return { tax: null, userErrors: mistakes.map(mistaken) };
  }
  const { externalId } = columns;
  return payloadOf(await setCharge(ctx, TAXES, { propertyId, id: id ?? null, externalId }, columns));
}

/** Removes a team's tax: later stays are sold without it. See docs/interface/catalog.md#fees-and-taxes. */
export const removeTax = async (ctx: SubgraphContext, id: string): Promise<TaxPayload> =>
  payloadOf(await removeCharge(ctx, TAXES, id));

const payloadOf = ({ charge, userErrors }: ChangedCharge<TaxRow>): TaxPayload => ({
  tax: charge,
  userErrors,
});
