import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import {
  BookingEntity,
  MessageRuleEntity,
  MessageTemplateEntity,
  RuleMessageEntity,
} from '../../store/entities.ts';
import { messageFacts } from '../operations/message-facts.ts';
import { fillTemplate } from './fill-template.ts';

/** A filled-in message for the email outbox. */
export interface MailedRuleMessage {
  readonly subject: string;
  readonly body: string;
  readonly locale: string;
  readonly bookingId: number;
}

/**
 * Fills in a message for its email; null if its booking or template no longer exists, if the booking was cancelled since,
 * or if a variable has lost its value: guests never see a variable's name.
 */
export async function ruleMessageToMail(ctx: SubgraphContext, id: string): Promise<MailedRuleMessage | null> {
  const em = reader(ctx);
  const row = await em.findOne(RuleMessageEntity, { id: parseWideId(id) ?? 0 });
  const template = row && (await em.findOne(MessageTemplateEntity, { id: row.templateId }));
  const booking = row && (await em.findOne(BookingEntity, { id: row.bookingId }));
  const facts = booking && (await messageFacts(ctx, booking.id));
  if (!template || !booking || !facts) return null;
  const filled = await fillTemplate(ctx, template, { booking, facts });
  if (!filled || filled.empty.length > 0) return null;
  const rule = await em.findOne(MessageRuleEntity, { id: row.ruleId });
  if (booking.status === 'cancelled' && rule?.trigger !== 'cancelled') return null;
  return { ...filled, bookingId: booking.id };
}
