import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import type { MethodDetails, MethodSettings } from '../domain/method-settings.ts';
import { DEFAULT_EFFECT, DEFAULT_HOLD_HOURS, METHOD_KINDS } from '../domain/methods.ts';
import type { PaymentMethodKind } from '../generated.ts';
import { Method } from './entities.ts';

/** Vault name for a method's instructions and bank account. */
export const detailsRow = (storefrontId: number, kind: string) =>
  `storefront:${storefrontId}:payment-method:${kind}`;

/** Returns settings for all methods on a storefront, in display order; a method never configured is off. */
export async function methodsOf(
  ctx: SubgraphContext,
  storefrontId: number,
  em?: Transaction,
): Promise<readonly MethodSettings[]> {
  const kept = await (em ?? reader(ctx)).find(Method, { storefrontId });
  return METHOD_KINDS.map((kind) => {
    const method = kept.find((one) => one.kind === kind);
    return method ? settingsOf(ctx, method) : { kind, ...UNSET, effect: DEFAULT_EFFECT[kind] };
  });
}

/** Returns the methods enabled on a storefront. */
export async function enabledKinds(
  ctx: SubgraphContext,
  storefrontId: number,
): Promise<readonly PaymentMethodKind[]> {
  return (await kindsByStorefront(ctx, storefrontId)) ?? [];
}

const kindsByStorefront = batch<number, readonly PaymentMethodKind[]>(async (ctx, ids) => {
  const kept = await reader(ctx).find(
    Method,
    { storefrontId: { $in: [...ids] }, enabled: true },
    { fields: ['storefrontId', 'kind'] },
  );
  const byStorefront = Map.groupBy(kept, ({ storefrontId }) => storefrontId);
  return new Map([...byStorefront].map(([id, methods]) => [id, methods.map(({ kind }) => kind)]));
});

const UNSET = { enabled: false, holdHours: DEFAULT_HOLD_HOURS, instructions: null, bankAccount: null };

function settingsOf(ctx: SubgraphContext, method: Method): MethodSettings {
  const { storefrontId, kind, enabled, effect, holdHours, detailsSealed } = method;
  // Only `set-payment-methods` writes it.
  const details: MethodDetails = detailsSealed
    ? JSON.parse(ctx.vault.open(detailsSealed, detailsRow(storefrontId, kind)))
    : { instructions: null, bankAccount: null };
  return { kind, enabled, effect, holdHours, ...details };
}
