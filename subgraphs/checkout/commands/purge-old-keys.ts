import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { IdempotencyEntity } from '../store/entities.ts';

/** Keys are kept this long (docs/interface/checkout.md#idempotency). */
const KEPT_MS = 48 * 3_600_000;

/** Deletes keys that are older than they are kept. */
export async function purgeOldKeys(ctx: SubgraphContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_MS);
  await reader(ctx).nativeDelete(IdempotencyEntity, { createdAt: { $lt: before } });
}
