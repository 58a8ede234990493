import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import {
  BookingEntity,
  MessageRuleEntity,
  MessageTemplateEntity,
  RuleMessageEntity,
} from '../../store/entities.ts';
import type { SkipReason } from '../domain/skip-reasons.ts';
import { messageFacts } from '../operations/message-facts.ts';
import { fillTemplate } from './fill-template.ts';

/** A filled-in message for the email outbox. */
export interface MailedRuleMessage {
  readonly subject: string;
  readonly body: string;
  readonly locale: string;
  readonly bookingId: number;
}

/** A message for the outbox, or the reason it can't be emailed anymore. */
export type Mailing =
  | { readonly message: MailedRuleMessage }
  | { readonly reason: SkipReason; readonly empty: readonly string[] };

/** Fills in a message for its email; null if it can't be emailed anymore, as described by `readMailing`. */
export async function ruleMessageToMail(ctx: SubgraphContext, id: string): Promise<MailedRuleMessage | null> {
  const mailing = await readMailing(ctx, parseWideId(id) ?? 0);
  return mailing && 'message' in mailing ? mailing.message : null;
}

/**
 * Fills in a message for its email, or returns the reason it can't be emailed: since it was recorded, the
 * booking was cancelled, the guest's address was removed, or a variable has lost its value. Guests never see a
 * variable's name. Null if there is no such message.
 */
export async function readMailing(ctx: SubgraphContext, id: number): Promise<Mailing | null> {
  const em = reader(ctx);
  const row = await em.findOne(RuleMessageEntity, { id });
  if (!row) return null;
  const [template, booking, rule, facts] = await Promise.all([
    em.findOne(MessageTemplateEntity, { id: row.templateId }),
    em.findOne(BookingEntity, { id: row.bookingId }),
    em.findOne(MessageRuleEntity, { id: row.ruleId }),
    messageFacts(ctx, row.bookingId),
  ]);
  if (!booking || !facts?.storefront) return not('failed');
  if (booking.status === 'cancelled' && rule?.trigger !== 'cancelled') return not('cancelled');
  if (booking.guestEmail === null) return not('no_address');
  const filled = template && (await fillTemplate(ctx, template, { booking, facts }));
  if (!filled) return not('no_text');
  if (filled.empty.length > 0) return not('empty', filled.empty);
  const { subject, body, locale } = filled;
  return { message: { subject, body, locale, bookingId: booking.id } };
}

const not = (reason: SkipReason, empty: readonly string[] = []): Mailing => ({ reason, empty });
