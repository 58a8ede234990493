import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { CHANNEL_HORIZON } from '#schema/limits.ts';
import type { ChannelInstall } from '../../generated.ts';
import { runningInstalls } from '../store/running-version.ts';

/** The channel app of an active install on the host's team; null for any other install. */
export async function findChannelInstall(ctx: SubgraphContext, id: string): Promise<ChannelInstall | null> {
  const { viewer } = ctx;
  if (viewer.kind !== 'hostUser') return null;
  const found = await runningInstalls(reader(ctx))
    .select(['a.slug', 'a.name', 'v.manifest'])
    .where('i.id', '=', parseId(id))
    .where('i.teamId', '=', viewer.teamId)
    .where('i.isActive', '=', true)
    .where('a.type', '=', 'channel')
    .executeTakeFirst();
  if (!found?.manifest.channelTestUrl) return null;
  const { channelName, channelAriUrl, channelFeatures = [], channelHorizonDays } = found.manifest;
  const pushed = channelAriUrl
    ? { features: [...channelFeatures], horizonDays: channelHorizonDays ?? CHANNEL_HORIZON }
    : null;
  return { slug: found.slug, name: channelName ?? found.name, pushed };
}
