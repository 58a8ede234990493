import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { ownProperty } from '../../access.ts';
import { ChannelConnectionEntity } from '../../store/entities.ts';
import type { Pushed } from '../store/channel-push.ts';
import { channelInstallDocument } from './generated.ts';

/**
 * The updates that a host's app currently accepts, as declared by its running version; undefined if the
 * connection or app doesn't exist.
 */
export async function declaredPush(ctx: SubgraphContext, id: string): Promise<Pushed | null | undefined> {
  const connection = await reader(ctx).findOne(ChannelConnectionEntity, {
    id: parseId(id) ?? 0,
    property: ownProperty(ctx.viewer),
    status: { $ne: 'disconnected' },
  });
  if (!connection) return undefined;
  const { channelInstall } = await ctx.execute(
    channelInstallDocument,
    { id: String(connection.installId) },
    ctx,
  );
  return channelInstall ? (channelInstall.pushed ?? null) : undefined;
}
