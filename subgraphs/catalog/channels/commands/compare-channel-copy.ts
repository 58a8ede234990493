import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { COMPARED_NIGHTS, MAX_DIFFERENCES } from '#schema/limits.ts';
import { ownProperty } from '../../access.ts';
import { NO_CONNECTION, userError } from '../../errors.ts';
import type { ChannelCopyComparison, ChannelCopyPayload, UserError } from '../../generated.ts';
import { ChannelConnectionEntity } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { ChannelCopy, copyDifferences } from '../domain/channel-copy.ts';
import { channelNights } from '../domain/channel-message.ts';
import { askChannel } from '../operations/ask-channel.ts';
import { type PushedConnection, pushes, readNights, salesOf } from '../push/channel-sales.ts';
import { roomsOfConnection } from '../queries/channel-connections.ts';

/**
 * Maximum requests per comparison. The comparison repeats if a message sent during a request makes the
 * response outdated.
 */
const MOST_QUESTIONS = 2;

const SAYS_NOTHING = userError(
  'INVALID',
  null,
  'This channel’s app doesn’t report the channel’s copy of your nights.',
);

/**
 * Compares a channel's copy of some nights with the values sent to it. See
 * docs/interface/channels.md#comparing.
 */
export async function compareChannelCopy(
  ctx: SubgraphContext,
  { id, from }: { readonly id: string; readonly from?: Temporal.PlainDate | null },
): Promise<ChannelCopyPayload> {
  const own = await reader(ctx).findOne(ChannelConnectionEntity, {
    id: parseId(id) ?? 0,
    property: ownProperty(ctx.viewer),
    status: { $ne: 'disconnected' },
  });
  if (!own) return refuse(NO_CONNECTION);
  let connection = await findPush(reader(ctx), own.id);
  if (!connection?.comparable) return refuse(SAYS_NOTHING);
  const span = spanOf(connection, from?.toString() ?? connection.today);
  if (!span) {
    const { today, end } = connection;
    const message = `The channel receives updates for nights from ${today} to ${end}.`;
    return refuse({ code: 'INVALID', field: ['from'], message });
  }
  const rooms = (await roomsOfConnection(ctx, own.id)) ?? [];
  for (let questions = 1; ; questions++) {
    const asked = await askChannel(ctx, {
      installId: own.installId,
      endpoint: 'channel_copy',
      answer: ChannelCopy,
      propertyId: own.property.id,
      connectionId: own.id,
      rooms,
      body: { connection_id: own.id, channel_property_id: own.channelPropertyId, ...span },
    });
    if ('refusal' in asked) return refuse(asked.refusal);
    const before = connection.sequence;
    const comparison = await compare(reader(ctx), connection, { copy: asked.answer, span });
    connection = await findPush(reader(ctx), own.id);
    if (!connection) return refuse(SAYS_NOTHING);
    if (connection.sequence === before || questions === MOST_QUESTIONS) return { comparison, userErrors: [] };
  }
}

interface Span {
  readonly from: string;
  readonly until: string;
}

const findPush = (em: Transaction, connectionId: number) =>
  pushes(em).select('p.comparable').where('p.connectionId', '=', connectionId).executeTakeFirst();

/** The nights to compare in one call, limited to the channel's range; null if the first night is outside it. */
function spanOf({ today, end }: Pick<PushedConnection, 'today' | 'end'>, from: string): Span | null {
  if (from < today || from > end) return null;
  const until = Temporal.PlainDate.from(from)
    .add({ days: COMPARED_NIGHTS - 1 })
    .toString();
  return { from, until: until > end ? end : until };
}

async function compare(
  em: Transaction,
  connection: PushedConnection,
  { copy, span }: { readonly copy: Parameters<typeof copyDifferences>[1]; readonly span: Span },
): Promise<ChannelCopyComparison> {
  const { connectionId } = connection;
  const { nights } = await readNights(em, connection, acceptedNights(connectionId, span));
  const told = await salesOf(em, connection);
  const compared = channelNights(nights, told);
  const sold = [...told.rates.values()].flat();
  const differences = copyDifferences({ nights: compared, sold }, copy, span);
  const until = Temporal.PlainDate.from(span.until);
  return {
    from: Temporal.PlainDate.from(span.from),
    until,
    next: span.until < connection.end ? until.add({ days: 1 }) : null,
    compared: compared.length,
    waiting: (await countNights(em, connectionId, span)) - nights.length,
    differences: differences.slice(0, MAX_DIFFERENCES).map(({ room, rate, ...difference }) => ({
      ...difference,
      channelRoomId: room,
      channelRateId: rate,
      from: Temporal.PlainDate.from(difference.from),
      until: Temporal.PlainDate.from(difference.until),
    })),
    hasMore: differences.length > MAX_DIFFERENCES,
  };
}

/** Nights for a connection's unit types, except those with a change that the channel hasn't accepted yet. */
const acceptedNights = (connectionId: number, { from, until }: Span) =>
  sql`(SELECT r.unit_type_id, CASE WHEN p.full_wanted THEN '{}'
      ELSE datemultirange(daterange(${from}::date, ${until}::date, '[]')) - coalesce(c.nights, '{}')
        - coalesce((p.sending ->> r.unit_type_id::text)::datemultirange, '{}') END AS nights
    FROM (SELECT DISTINCT unit_type_id FROM catalog.channel_room WHERE connection_id = ${connectionId}) AS r
    JOIN catalog.channel_push p ON p.connection_id = ${connectionId}
    LEFT JOIN catalog.channel_change c ON c.connection_id = p.connection_id AND c.unit_type_id = r.unit_type_id)`;

async function countNights(em: Transaction, connectionId: number, { from, until }: Span): Promise<number> {
  const counted = await tables(em)
    .selectNoFrom(
      sql`(SELECT count(*)::int FROM catalog.night n WHERE n.night BETWEEN ${from}::date AND ${until}::date
        AND n.unit_type_id IN (SELECT unit_type_id FROM catalog.channel_room WHERE connection_id = ${connectionId}))`
        .$castTo<number>()
        .as('nights'),
    )
    .executeTakeFirstOrThrow();
  return counted.nights;
}

const refuse = (...userErrors: readonly UserError[]): ChannelCopyPayload => ({
  comparison: null,
  userErrors,
});
