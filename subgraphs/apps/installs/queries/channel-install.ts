import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { isSlug } from '#manifest/slug.ts';
import { CHANNEL_HORIZON } from '#schema/limits.ts';
import type { ChannelInstall } from '../../generated.ts';
import { runningInstalls } from '../store/running-version.ts';

/** Returns the channel app with an active install on the host's team, by install or by app; null otherwise. */
export async function findChannelInstall(
  ctx: SubgraphContext,
  { id, slug }: { readonly id?: string | null; readonly slug?: string | null },
): Promise<ChannelInstall | null> {
  const { viewer } = ctx;
  if (viewer.kind !== 'hostUser' || (slug != null && !isSlug(slug))) return null;
  const found = await runningInstalls(reader(ctx))
    .select(['i.id', 'a.slug', 'a.name', 'v.manifest'])
    .where((is) => (slug == null ? is('i.id', '=', parseId(id ?? '') ?? 0) : is('a.slug', '=', slug)))
    .where('i.teamId', '=', viewer.teamId)
    .where('i.isActive', '=', true)
    .where('a.type', '=', 'channel')
    .executeTakeFirst();
  if (!found?.manifest.channelTestUrl) return null;
  const {
    channelName,
    channelAriUrl,
    channelCopyUrl,
    channelFeatures = [],
    channelHorizonDays,
  } = found.manifest;
  const pushed = channelAriUrl
    ? {
        features: [...channelFeatures],
        horizonDays: channelHorizonDays ?? CHANNEL_HORIZON,
        comparable: channelCopyUrl != null,
      }
    : null;
  return { id: String(found.id), slug: found.slug, name: channelName ?? found.name, pushed };
}
