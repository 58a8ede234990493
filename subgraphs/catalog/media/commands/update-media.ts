import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { inReach } from '#db/reach.ts';
import { inTransaction, statements, type Transaction } from '#db/transaction.ts';
import { mistaken, userError } from '../../errors.ts';
import type { MediaUpdateInput, UserError } from '../../generated.ts';
import { describedAs, mistakesInDescription } from '../domain/media.ts';
import { describeMedia } from '../queries/media.ts';
import { touchShowing } from '../steps/write-photos.ts';
import { ownMedia } from '../store/media-rows.ts';
import type { WrittenMedia } from './attach-media.ts';

/** Changes a team photo's text and focus everywhere it is shown. See docs/interface/photos.md#showing. */
export function updateMedia(
  ctx: SubgraphContext,
  { id, ...description }: MediaUpdateInput,
): Promise<WrittenMedia> {
  return inTransaction(ctx, async (em): Promise<WrittenMedia> => {
    const media = await ownMedia(em, ctx, id);
    if (!media || (await isShownBeyondReach(em, ctx, media.id)))
      return refused(userError('NOT_FOUND', 'id', 'There is no such photo.'));
    const mistakes = mistakesInDescription(description);
    if (mistakes.length > 0) return refused(...mistakes.map(mistaken));
    em.assign(media, { ...describedAs(description), updatedAt: ctx.clock.now() });
    await em.flush();
    await touchShowing(em, ctx, media);
    return { media: describeMedia(media), userErrors: [] };
  });
}

/** True if the photo appears on a property, or on a property's unit type, outside the viewer's membership. */
async function isShownBeyondReach(em: Transaction, ctx: SubgraphContext, id: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM catalog.property p LEFT JOIN catalog.unit_type u ON u.property_id = p.id
    JOIN catalog.storefront s ON s.id = p.storefront_id JOIN catalog.media m ON m.team_id = s.team_id
    WHERE m.id = ${id} AND (m.id = ANY (p.media_ids) OR m.id = ANY (u.media_ids))
      AND NOT ${inReach(ctx.viewer, sql.ref('p.id'))} LIMIT 1`.execute(statements(em));
  return rows.length > 0;
}

const refused = (...userErrors: readonly UserError[]): WrittenMedia => ({ media: null, userErrors });
