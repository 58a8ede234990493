import { RefusedError } from '@platform/app-sdk';
import { RECEIVE, REPORT } from './documents.js';

/** @import { Told } from './farstay.js' */
/** @import { Installs } from './installs.js' */

/**
 * Calls to the platform, each with its team's token. They reject while the platform is unreachable, and are safe to repeat.
 * @param {Installs} installs
 */
export const openPlatform = (installs) => ({
  teams: installs.teams,

  /**
   * Forwards a guest's letter. Resolves with its conversation, or with the reason for a permanent refusal.
   * @param {string} team @param {Told} told @param {{ isHistory: boolean }} when
   */
  receive: (team, { thread, letter }, { isHistory }) =>
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
      const received = await installs.clientOf(team).mutate(RECEIVE, { input });
      return { conversationId: received.conversation?.id, applied: received.applied };
    }),

  /** Reports the delivery status of a team's reply. @param {string} team @param {Told} told @param {'sent' | 'delivered' | 'read' | 'failed'} status */
  report: (team, { letter }, status) =>
    unlessRefused(async () => {
      const failure =
        status === 'failed' ? { code: 'BOUNCED', text: 'Farstay could not deliver it to the guest.' } : null;
      const id = letter.key ?? '';
      await installs.clientOf(team).mutate(REPORT, { id, status, externalId: letter.id, failure });
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
