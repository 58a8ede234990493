import { RefusedError } from '@platform/app-sdk';
import { RECEIVE, REPORT } from './documents.js';

/** @import { Client } from '@platform/app-sdk' */
/** @import { Told } from './farstay.js' */

/** Calls to the platform. Each one rejects while the platform is unreachable, and is safe to repeat. @param {Client} client */
export const openPlatform = (client) => ({
  /**
   * Forwards a guest's letter. Resolves with its conversation, or with the reason for a permanent refusal.
   * @param {Told} told @param {{ isHistory: boolean }} when
   */
  receive: ({ thread, letter }, { isHistory }) =>
    unlessRefused(async () => {
      const { id, subject, guest, bookingId } = thread;
      const conversation = {
        externalId: id,
        subject,
        contact: guest,
        ...(bookingId && { externalBookingId: bookingId }),
      };
      const { text, sentAt, attached = [] } = letter;
      // The platform fetches files from Farstay's URLs.
      const attachments = attached.map((url) => ({ url }));
      const message = { externalId: letter.id, text, sentAt, attachments };
      const input = { conversation, message, import: isHistory };
      const received = await client.mutate(RECEIVE, { input });
      return { conversationId: received.conversation?.id, applied: received.applied };
    }),

  /** Reports the delivery status of a team's reply. @param {Told} told @param {'sent' | 'delivered' | 'read' | 'failed'} status */
  report: ({ letter }, status) =>
    unlessRefused(async () => {
      const failure =
        status === 'failed' ? { code: 'BOUNCED', text: 'Farstay could not deliver it to the guest.' } : null;
      await client.mutate(REPORT, { id: letter.key ?? '', status, externalId: letter.id, failure });
      return {};
    }),
});

/** @typedef {ReturnType<typeof openPlatform>} Platform */

/** @template Done @param {() => Promise<Done>} say @returns {Promise<Done | { refusal: string }>} */
async function unlessRefused(say) {
  try {
    return await say();
  } catch (error) {
    if (error instanceof RefusedError) return { refusal: error.message };
    throw error;
  }
}
