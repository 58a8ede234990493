import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { CancellationTerms } from '#kit/cancellation.ts';
import { CancellationPolicyEntity, type Policy, StorefrontEntity } from '../../store/entities.ts';
import { newSigningKey } from '../store/new-signing-key.ts';

/**
 * A storefront that the platform opens itself, live immediately. Everything except its address and name
 * starts switched off.
 */
export interface OpenStorefront {
  /** A fixed id, for reproducible worlds; defaults to the next free id. */
  readonly id?: number;
  readonly teamId: number;
  /** Host name without port. */
  readonly domain: string;
  readonly name: string;
  /** True for a sandbox, whose bookings are tests. */
  readonly sandbox?: boolean;
  readonly agentBookings?: boolean;
  readonly instantBooking?: boolean;
  readonly maintenance?: boolean;
  readonly acpEnabled?: boolean;
  readonly lodgingDraft?: boolean;
  readonly policies?: readonly Policy[];
  /** Default policy for its stays. */
  readonly cancellation?: { readonly name: string; readonly terms: CancellationTerms };
}

/**
 * Opens a storefront with its own signing key, whose private half is sealed. Returns its id; throws if the
 * domain is taken.
 */
export function openStorefront(
  ctx: SubgraphContext,
  { cancellation, ...storefront }: OpenStorefront,
): Promise<number> {
  return inTransaction(ctx, async (em) => {
    const row = em.create(StorefrontEntity, {
      policies: [],
      ...storefront,
      domain: storefront.domain.toLowerCase(),
      openedAt: ctx.clock.now(),
      ...newSigningKey(ctx),
    });
    await em.flush();
    if (cancellation) {
      const policy = em.create(CancellationPolicyEntity, { ...cancellation, storefrontId: row.id });
      await em.flush();
      em.assign(row, { cancellationPolicy: policy });
      await em.flush();
    }
    return row.id;
  });
}
