import type { SubgraphContext } from '#db/context.ts';
import type { PaymentMethodInput, UserError } from '../../generated.ts';
import type { StorefrontRecord } from '../../store/entities.ts';
import { setPaymentMethodsDocument, waysToPayDocument } from './generated.ts';

/** Sets payment methods of one of the host's storefronts, all or none; returns what is wrong with them. */
export async function setPaymentMethods(
  ctx: SubgraphContext,
  { id, name, sandbox }: StorefrontRecord,
  methods: readonly PaymentMethodInput[],
): Promise<UserError[]> {
  const input = { storefrontId: String(id), storefrontName: name, sandbox, methods };
  return [...(await ctx.execute(setPaymentMethodsDocument, { input }, ctx)).paymentMethodsSet.userErrors];
}

/** Whether guests of one of the host's storefronts are offered a way to pay. */
export async function canBePaid(ctx: SubgraphContext, { id }: StorefrontRecord): Promise<boolean> {
  const { storefronts } = await ctx.execute(waysToPayDocument, {}, ctx);
  return storefronts.find((storefront) => storefront.id === String(id))?.hasWayToPay ?? false;
}
