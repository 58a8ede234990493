import type { SubgraphContext } from '#db/context.ts';
import { afterSend } from '#db/jobs/lease-states.ts';
import { reader } from '#db/transaction.ts';
import { isUuid } from '#kit/ids.ts';
import { MAX_CHANNEL_CHANGES } from '#schema/limits.ts';
import { userError } from '../../errors.ts';
import type { ChannelMessageAcknowledgeInput, ChannelMessagePayload } from '../../generated.ts';
import { tables } from '../../store/tables.ts';
import { outcomeOfFaults, PUSH_RETRIES } from '../domain/push-outcome.ts';
import { recordOutcome } from '../push/record-outcome.ts';

/**
 * Records a channel's late result for a message that its app accepted with 202. See
 * docs/interface/channels.md#responses.
 */
export async function acknowledgeChannelMessage(
  ctx: SubgraphContext,
  { messageId, errors }: ChannelMessageAcknowledgeInput,
): Promise<ChannelMessagePayload> {
  const { viewer } = ctx;
  const faults = errors ?? [];
  if (
    faults.length > MAX_CHANNEL_CHANGES ||
    faults.some(({ change, message }) => change < 0 || isLong(message))
  ) {
    const message = `Send at most ${MAX_CHANNEL_CHANGES} errors, each with a message of at most 300 characters.`;
    return { applied: false, userErrors: [userError('INVALID', 'errors', message)] };
  }
  if (viewer.kind !== 'app' || !isUuid(messageId)) return { applied: false, userErrors: [] };
  const waiting = await tables(reader(ctx))
    .selectFrom('channel_push as p')
    .innerJoin('channel_connection as k', 'k.id', 'p.connectionId')
    .select(['p.connectionId', 'p.places', 'p.failures'])
    .where('p.messageId', '=', messageId)
    .where('k.installId', '=', viewer.installId)
    .executeTakeFirst();
  const { places, connectionId, failures = 0 } = waiting ?? {};
  if (!places || connectionId === undefined) return { applied: false, userErrors: [] };
  const told = faults.map(({ change, code, message }) => ({ change, code, message: message ?? undefined }));
  const outcome = outcomeOfFaults(told, { changes: places.length, status: null });
  const recording = afterSend(PUSH_RETRIES, outcome, { attempts: failures + 1, random: Math.random() });
  const applied = await recordOutcome(ctx, { id: messageId, connectionId, places }, recording);
  return { applied, userErrors: [] };
}

const isLong = (message: string | null | undefined): boolean => (message?.length ?? 0) > 300;
