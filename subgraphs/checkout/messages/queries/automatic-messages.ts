import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { isLanguageTag } from '#kit/language.ts';
import { teamOf } from '../../access.ts';
import { findBooking } from '../../bookings/queries/bookings.ts';
import {
  type MessageRule,
  MessageRuleEntity,
  type MessageTemplate,
  MessageTemplateEntity,
  type RuleMessage,
  RuleMessageEntity,
} from '../../store/entities.ts';
import { messageFacts } from '../operations/message-facts.ts';
import { fillTemplate } from './fill-template.ts';

const BY_NAME = { name: 'asc', id: 'asc' } as const;
const MOST_LOGGED = 100;

/** Lists the team's templates by name. */
export const listTemplates = (ctx: SubgraphContext): Promise<readonly MessageTemplate[]> =>
  reader(ctx).find(MessageTemplateEntity, { teamId: teamOf(ctx.viewer) ?? 0 }, { orderBy: BY_NAME });

/** Lists the team's rules by name. */
export const listRules = (ctx: SubgraphContext): Promise<readonly MessageRule[]> =>
  reader(ctx).find(MessageRuleEntity, { teamId: teamOf(ctx.viewer) ?? 0 }, { orderBy: BY_NAME });

/** Lists the messages sent or skipped for a booking, newest first; empty for another team's booking. */
export async function listMessageLog(
  ctx: SubgraphContext,
  bookingId: string,
): Promise<readonly RuleMessage[]> {
  const booking = await findBooking(ctx, bookingId);
  if (!booking) return [];
  return reader(ctx).find(
    RuleMessageEntity,
    { bookingId: booking.id, status: { $ne: 'waiting' } },
    { orderBy: { endedAt: 'desc', id: 'desc' }, limit: MOST_LOGGED },
  );
}

/** Fills in a template with a booking's values; null if the team doesn't have both. */
export async function previewTemplate(
  ctx: SubgraphContext,
  {
    templateId,
    bookingId,
    locale,
  }: { readonly templateId: string; readonly bookingId: string; readonly locale?: string | null | undefined },
): Promise<{ readonly subject: string; readonly body: string } | null> {
  const teamId = teamOf(ctx.viewer) ?? 0;
  const template = await reader(ctx).findOne(MessageTemplateEntity, {
    id: parseWideId(templateId) ?? 0,
    teamId,
  });
  const booking = template && (await findBooking(ctx, bookingId));
  const facts = booking && (await messageFacts(ctx, booking.id));
  if (!template || !booking || !facts) return null;
  const wanted = locale != null && isLanguageTag(locale) ? locale : null;
  return fillTemplate(ctx, template, { booking, facts }, wanted);
}
