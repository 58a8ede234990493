import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import type { CancellationTerms } from '#kit/cancellation.ts';
import { CancellationPolicyEntity, type Policy, StorefrontEntity } from '../../store/entities.ts';
import { newSigningKey } from '../store/new-signing-key.ts';

/** A storefront that the platform itself opens, live at once. Everything but its address and name starts switched off. */
export interface OpenStorefront {
  /** A fixed id, for worlds that are the same everywhere; the next free one where not given. */
  readonly id?: number;
  readonly teamId: number;
  /** Host name without port. */
  readonly domain: string;
  readonly name: string;
  /** For trying things out: what is booked there is a test booking. */
  readonly sandbox?: boolean;
  readonly agentBookings?: boolean;
  readonly instantBooking?: boolean;
  readonly maintenance?: boolean;
  readonly acpEnabled?: boolean;
  readonly lodgingDraft?: boolean;
  readonly policies?: readonly Policy[];
  /** What its stays are sold with. */
  readonly cancellation?: { readonly name: string; readonly terms: CancellationTerms };
}

/** Opens a storefront with a signing key of its own, its private half sealed. Returns its id; throws where the domain is taken. */
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
