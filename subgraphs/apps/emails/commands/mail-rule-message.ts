import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { languageOf } from '#kit/language.ts';
import { guestPage } from '#kit/storefront-origin.ts';
import type { RuleMessageEvent } from '#schema/events.ts';
import { brandOf } from '../domain/mail-brand.ts';
import {
  guestToMailDocument,
  ruleMessageToMailDocument,
  skipUnmailedMessageDocument,
} from '../operations/generated.ts';
import { isWritten, writeMail } from '../outbox/outbox.ts';
import { eraseGuestMails } from './erase-guest-mails.ts';

/**
 * Writes the email for an automatic message, once. A guest erased in the meantime appears in no email
 * (docs/interface/mails.md#automatic-messages).
 */
export async function mailRuleMessage(
  ctx: SubgraphContext,
  { ruleMessageId }: RuleMessageEvent,
): Promise<void> {
  const { ruleMessageToMail: message } = await ctx.execute(
    ruleMessageToMailDocument,
    { id: String(ruleMessageId) },
    ctx,
  );
  const booking = message?.booking;
  const storefront = booking?.storefront;
  const to = booking?.guestEmail;
  const key = `rule-message/${ruleMessageId}`;
  if (!message || !booking || !storefront || !to) return skipUnlessWritten(ctx, key, ruleMessageId);
  const { subject, body: text, locale } = message;
  const bookingId = Number(booking.id);
  await inTransaction(ctx, (em) =>
    writeMail(ctx, em, {
      key,
      to,
      template: 'rule-message',
      params: {
        language: languageOf(locale),
        subject,
        text,
        test: booking.test,
        from: storefront.name,
        replyTo: booking.property?.contact?.email ?? null,
      },
      brand: brandOf(storefront),
      link: guestPage(ctx, storefront.domain, `/bookings/${booking.permalinkId}`, locale),
      bookingId,
    }),
  );
  const { bookingToMail: now } = await ctx.execute(guestToMailDocument, { id: booking.id }, ctx);
  if (now?.guestEmail == null) await eraseGuestMails(ctx, { bookingIds: [bookingId] });
}

/** Records a message that can't be emailed anymore as skipped, unless an earlier run has written its email. */
async function skipUnlessWritten(ctx: SubgraphContext, key: string, ruleMessageId: number): Promise<void> {
  if (await inTransaction(ctx, (em) => isWritten(em, key))) return;
  const id = String(ruleMessageId);
  const { unmailedMessageSkip: isSkipped } = await ctx.execute(skipUnmailedMessageDocument, { id }, ctx);
  if (!isSkipped) throw new Error(`Automatic message ${id} can be emailed again: retrying.`);
}
