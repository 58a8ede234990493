import type { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { userError } from '../../errors.ts';
import type { UserError } from '../../generated.ts';
import { readAnswer } from '../domain/channel-answers.ts';
import { callChannelDocument } from './generated.ts';

interface Question<T> {
  readonly installId: number | string;
  readonly endpoint: 'channel_test' | 'channel_products' | 'channel_copy';
  readonly body: object;
  readonly propertyId: number | string;
  readonly connectionId?: number | string;
  /** The connection's mapped rooms, with their unit types. */
  readonly rooms?: readonly { readonly channelRoomId: string; readonly unitTypeId: string | number }[];
  readonly answer: z.ZodType<T>;
}

/**
 * Calls a channel app in the host's team; returns its response or `CHANNEL_FAILED`
 * (docs/interface/channels.md#calls).
 */
export async function askChannel<T>(
  ctx: SubgraphContext,
  { installId, endpoint, body, propertyId, connectionId, rooms = [], answer }: Question<T>,
): Promise<{ readonly answer: T } | { readonly refusal: UserError }> {
  const about = {
    propertyId: String(propertyId),
    connectionId: connectionId === undefined ? null : String(connectionId),
  };
  const called = rooms.map(({ channelRoomId, unitTypeId }) => ({
    channelRoomId,
    unitTypeId: String(unitTypeId),
  }));
  const input = {
    installId: String(installId),
    endpoint,
    body: JSON.stringify(body),
    ...about,
    rooms: called,
  };
  const { appEndpointCall } = await ctx.execute(callChannelDocument, { input }, ctx);
  const read = readAnswer(appEndpointCall, answer);
  if ('answer' in read) return read;
  return { refusal: userError('CHANNEL_FAILED', null, `The app ${read.problem}.`) };
}
