import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { languageOf } from '#kit/language.ts';
import { guestPage } from '#kit/storefront-origin.ts';
import type { RuleMessageEvent } from '#schema/events.ts';
import { brandOf } from '../domain/mail-brand.ts';
import { guestToMailDocument, ruleMessageToMailDocument } from '../operations/generated.ts';
import { writeMail } from '../outbox/outbox.ts';
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
  if (!message || !booking || !storefront || !to) return;
  const { subject, body: text, locale } = message;
  const bookingId = Number(booking.id);
  await inTransaction(ctx, (em) =>
    writeMail(ctx, em, {
      key: `rule-message/${ruleMessageId}`,
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
