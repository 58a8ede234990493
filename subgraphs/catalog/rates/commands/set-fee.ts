import type { SubgraphContext } from '#db/context.ts';
import { mistaken } from '../../errors.ts';
import type { FeeSetInput } from '../../generated.ts';
import { FeeEntity, type FeeRow } from '../../store/entities.ts';
import { readFee } from '../domain/charge-input.ts';
import { type ChangedCharge, removeCharge, setCharge } from '../store/charges.ts';

const FEES = { entity: FeeEntity, noun: 'fee' } as const;

/** What a mutation of a fee did. */
export interface FeePayload {
  readonly fee: FeeRow | null;
  readonly userErrors: ChangedCharge<FeeRow>['userErrors'];
}

/** Adds a fee to a property of the team, or replaces one. See docs/interface/catalog.md#fees-and-taxes. */
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

/** Removes a fee of the team: stays are sold without it from now on. See docs/interface/catalog.md#fees-and-taxes. */
export const removeFee = async (ctx: SubgraphContext, id: string): Promise<FeePayload> =>
  payloadOf(await removeCharge(ctx, FEES, id));

const payloadOf = ({ charge, userErrors }: ChangedCharge<FeeRow>): FeePayload => ({
  fee: charge,
  userErrors,
});
