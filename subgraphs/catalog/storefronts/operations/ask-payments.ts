import type { SubgraphContext } from '#db/context.ts';
import type { PaymentMethodInput, UserError } from '../../generated.ts';
import type { StorefrontRecord } from '../../store/entities.ts';
import { setPaymentMethodsDocument, waysToPayDocument } from './generated.ts';

/** Sets the payment methods for a host's storefront, all or none; returns any errors. */
export async function setPaymentMethods(
  ctx: SubgraphContext,
  { id, name, sandbox }: StorefrontRecord,
  methods: readonly PaymentMethodInput[],
): Promise<UserError[]> {
  const input = { storefrontId: String(id), storefrontName: name, sandbox, methods };
  return [...(await ctx.execute(setPaymentMethodsDocument, { input }, ctx)).paymentMethodsSet.userErrors];
}

/** True if guests on a host's storefront have a way to pay. */
export async function canBePaid(ctx: SubgraphContext, { id }: StorefrontRecord): Promise<boolean> {
  const { storefronts } = await ctx.execute(waysToPayDocument, {}, ctx);
  return storefronts.find((storefront) => storefront.id === String(id))?.hasWayToPay ?? false;
}
