import { isDeepStrictEqual } from 'node:util';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { storefrontOrigin } from '#kit/storefront-origin.ts';
import { teamOf } from '../../access.ts';
import type { UserError } from '../../generated.ts';
import { type MediaRecord, mediaOf } from '../../media/queries/media.ts';
import { StorefrontEntity, StorefrontLookEntity } from '../../store/entities.ts';
import type { LookRecord } from '../domain/look.ts';
import { type OwnLook, UNTOUCHED } from '../store/own-look.ts';
import { previewToken } from '../store/preview-token.ts';

/** Result of changing a look: `look` is null only if the change was refused. */
export interface LookPayload {
  readonly look: LookRecord | null;
  readonly userErrors: readonly UserError[];
}

export const refuseLook = (...userErrors: readonly UserError[]): LookPayload => ({ look: null, userErrors });

/** Returns the look of one of the team's storefronts; null for any other storefront. */
export async function findLook(ctx: SubgraphContext, storefrontId: string): Promise<LookRecord | null> {
  const em = reader(ctx);
  const where = { id: parseId(storefrontId) ?? 0, teamId: teamOf(ctx.viewer) };
  const storefront = await em.findOne(StorefrontEntity, where);
  if (!storefront) return null;
  const stored = (await em.findOne(StorefrontLookEntity, { storefrontId: storefront.id })) ?? UNTOUCHED;
  return describeLook(ctx, { storefront, stored });
}

/** Converts a look to the host's view. */
export function describeLook(ctx: SubgraphContext, { storefront, stored }: OwnLook): LookRecord {
  const { version, draft, live, history } = stored;
  return {
    storefrontId: storefront.id,
    version,
    draft,
    published: live ?? null,
    changed: live ? !isDeepStrictEqual(draft, live.look) : version > 0,
    history,
    previewUrl: `${storefrontOrigin(ctx, storefront.domain)}/?preview=${previewToken(ctx, storefront.id)}`,
  };
}

/** Returns a photo used in a draft; null if there is none. */
export async function photoOfLook(
  ctx: SubgraphContext,
  id: number | string | null | undefined,
): Promise<MediaRecord | null> {
  const known = id == null ? null : parseId(`${id}`);
  return known === null ? null : ((await mediaOf(ctx, [known]))[0] ?? null);
}
