import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { MAX_CONNECTIONS } from '#schema/limits.ts';
import { ownProperty, teamOf } from '../../access.ts';
import { CHANNEL_DAYS, CHANNEL_HOLD_BACK, KEPT_BACK, userError } from '../../errors.ts';
import type { ChannelConnectionCreateInput, UserError } from '../../generated.ts';
import { ChannelConnectionEntity, PropertyEntity } from '../../store/entities.ts';
import { orTaken } from '../../store/or-taken.ts';
import { ChannelTest } from '../domain/channel-answers.ts';
import { isChannelId, isHorizon, isKeptBack } from '../domain/channel-connection.ts';
import { askChannel } from '../operations/ask-channel.ts';
import { channelInstallDocument } from '../operations/generated.ts';
import { type ConnectionPayload, saveConnection } from '../steps/change-connection.ts';
import { keepPush, type Pushed } from '../store/channel-push.ts';

/**
 * Connects a host's property to a channel after the channel's app confirms that it has the property, with the
 * same currency. See docs/interface/channels.md#connecting.
 */
export async function createChannelConnection(
  ctx: SubgraphContext,
  input: ChannelConnectionCreateInput,
): Promise<ConnectionPayload> {
  const { appSlug, propertyId } = input;
  if ((appSlug == null) === (input.installId == null))
    return refuse(
      userError('INVALID', 'appSlug', 'Give either the appSlug of a channel app or an installId.'),
    );
  if (input.channelPropertyId != null && !isChannelId(input.channelPropertyId))
    return refuse(userError('INVALID', 'channelPropertyId', 'The id must have 1 to 128 visible characters.'));
  if (!isKeptBack(input.stopSellBelow)) return refuse(KEPT_BACK);
  if (!isKeptBack(input.holdBackUnits)) return refuse(CHANNEL_HOLD_BACK);
  if (!isHorizon(input.horizonDays)) return refuse(CHANNEL_DAYS);
  const { channelInstall } = await ctx.execute(
    channelInstallDocument,
    { id: input.installId ?? null, slug: appSlug ?? null },
    ctx,
  );
  if (!channelInstall) {
    const field = appSlug == null ? 'installId' : 'appSlug';
    return refuse(userError('NOT_FOUND', field, 'The team has no such channel app.'));
  }
  const installId = channelInstall.id;
  const property = await reader(ctx).findOne(PropertyEntity, {
    $and: [{ id: parseId(propertyId) ?? 0, archivedAt: null }, ownProperty(ctx.viewer)],
  });
  if (!property) return refuse(userError('NOT_FOUND', 'propertyId', 'There is no such property.'));

  const { id, name, currency, timeZone } = property;
  const body = {
    channel_property_id: input.channelPropertyId ?? null,
    property: { id, name, currency, time_zone: timeZone },
  };
  const tested = await askChannel(ctx, {
    installId,
    endpoint: 'channel_test',
    body,
    propertyId: id,
    answer: ChannelTest,
  });
  if ('refusal' in tested) return refuse(tested.refusal);
  const { answer } = tested;
  if (!answer.ok) {
    const why = answer.message ?? 'The channel doesn’t recognize this property.';
    return refuse(userError('CHANNEL_REFUSED', 'channelPropertyId', why));
  }
  if (answer.currency !== currency) {
    const message = `The channel sells the property in ${answer.currency}, but its currency is ${currency}.`;
    return refuse(userError('CURRENCY_MISMATCH', 'propertyId', message));
  }
  const found = {
    propertyId: id,
    currency,
    channelPropertyId: answer.channel_property_id,
    app: channelInstall,
  };
  const taken = userError('TAKEN', 'channelPropertyId', 'This property is already connected to the channel.');
  return orTaken(
    () => insert(ctx, input, found),
    () => refuse(taken),
  );
}

/** Facts from the app and the catalog for a new connection. */
interface Found {
  readonly propertyId: number;
  readonly currency: string;
  readonly channelPropertyId: string;
  readonly app: {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly pushed?: Pushed | null;
  };
}

function insert(
  ctx: SubgraphContext,
  { overbooking, collects, stopSellBelow, holdBackUnits, horizonDays }: ChannelConnectionCreateInput,
  { propertyId, currency, channelPropertyId, app }: Found,
): Promise<ConnectionPayload> {
  const teamId = teamOf(ctx.viewer);
  return inTransaction(ctx, async (em) => {
    const others = await em.count(ChannelConnectionEntity, { teamId, status: { $ne: 'disconnected' } });
    if (others >= MAX_CONNECTIONS)
      return refuse(
        userError('LIMIT_REACHED', null, `A team can have at most ${MAX_CONNECTIONS} connections.`),
      );
    const now = ctx.clock.now();
    const connection = em.create(ChannelConnectionEntity, {
      teamId,
      property: await em.findOneOrFail(PropertyEntity, { id: propertyId }),
      installId: Number(app.id),
      appSlug: app.slug,
      name: app.name,
      channelPropertyId,
      currency,
      status: 'testing',
      overbooking: overbooking ?? 'flag',
      collects: collects ?? 'channel',
      version: 1,
      stopSellBelow: stopSellBelow ?? 0,
      holdBackUnits: holdBackUnits ?? 1,
      horizonDays: horizonDays ?? null,
      createdAt: now,
      updatedAt: now,
    });
    await em.flush();
    await keepPush(em, connection.id, app.pushed ?? null);
    await saveConnection(ctx, em, connection, 'channel_connection.created');
    return { channelConnection: connection, userErrors: [] };
  });
}

const refuse = (...userErrors: readonly UserError[]): ConnectionPayload => ({
  channelConnection: null,
  userErrors,
});
