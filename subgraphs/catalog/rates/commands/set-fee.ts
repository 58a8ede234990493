import type { SubgraphContext } from '#db/context.ts';
import { mistaken } from '../../errors.ts';
import type { FeeSetInput } from '../../generated.ts';
import { FeeEntity, type FeeRow } from '../../store/entities.ts';
import { readFee } from '../domain/charge-input.ts';
import { type ChangedCharge, removeCharge, setCharge } from '../steps/set-charge.ts';

const FEES = { entity: FeeEntity, noun: 'fee' } as const;

/** A fee mutation's result. */
export interface FeePayload {
  readonly fee: FeeRow | null;
  readonly userErrors: ChangedCharge<FeeRow>['userErrors'];
}

/** Adds or replaces a fee on a team's property. See docs/interface/catalog.md#fees-and-taxes. */
export async function setFee(
  ctx: SubgraphContext,
  { propertyId, id, ...given }: FeeSetInput,
): Promise<FeePayload> {
  const { columns, mistakes } = readFee(given);
  if (!columns) {
    return { fee: null, userErrors: mistakes.map(mistaken) };
  }
  const { externalId } = columns;
  return payloadOf(await setCharge(ctx, FEES, { propertyId, id: id ?? null, externalId }, columns));
}

/** Removes a team's fee: later stays are sold without it. See docs/interface/catalog.md#fees-and-taxes. */
export const removeFee = async (ctx: SubgraphContext, id: string): Promise<FeePayload> =>
  payloadOf(await removeCharge(ctx, FEES, id));

const payloadOf = ({ charge, userErrors }: ChangedCharge<FeeRow>): FeePayload => ({
  fee: charge,
  userErrors,
});
