import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty, teamOf } from '../../access.ts';
import type { KeptLogo } from '../../generated.ts';
import { MediaEntity, PropertyEntity } from '../../store/entities.ts';

/**
 * Returns the logo that a property's storefront shows now, and keeps its file for the invoice that shows it; null
 * without a logo.
 */
export async function keepInvoiceLogo(ctx: SubgraphContext, propertyId: string): Promise<KeptLogo | null> {
  return inTransaction(ctx, async (em) => {
    const property = await em.findOne(
      PropertyEntity,
      { $and: [{ id: parseId(propertyId) ?? 0 }, ownProperty(ctx.viewer)] },
      { fields: ['storefront'] },
    );
    const look = property && (await ctx.services.catalog.looks.published(property.storefront.id));
    if (!look?.logo) return null;
    const { sha256, width, height } = look.logo;
    const teamId = teamOf(ctx.viewer);
    await em.nativeUpdate(MediaEntity, { teamId, sha256, onInvoices: false }, { onInvoices: true });
    return { sha256, width, height };
  });
}
