import type { MessageStatus } from './conversation-status.ts';

/** Message direction; `MessageDirection` in the SDL. */
export type MessageDirection = 'in' | 'out' | 'note';

/** A message's author with the name at that time; `MessageAuthor` in the SDL. */
export interface MessageAuthor {
  readonly kind: 'guest' | 'host' | 'app' | 'automation';
  readonly name: string | null;
}

/** Provider name for the storefront's own pages. */
export const PLATFORM = 'platform';

const APP = 'app:';

/** Returns an app's provider name. */
export const appProvider = (slug: string): string => `${APP}${slug}`;

/** Returns the slug for an app provider; null for the platform. */
export const providingApp = (provider: string): string | null =>
  provider.startsWith(APP) ? provider.slice(APP.length) : null;

/**
 * Returns a new message's status: the platform's messages are on the guest's page immediately, an app's wait
 * for delivery.
 */
export function firstStatus(direction: MessageDirection, provider: string): MessageStatus {
  if (direction === 'in') return 'delivered';
  return direction === 'out' && provider !== PLATFORM ? 'queued' : 'sent';
}

/**
 * True if a person wrote the message, so it counts as a reply. An automatic message leaves the guest's
 * question open.
 */
export const answersGuest = (direction: MessageDirection, { kind }: MessageAuthor): boolean =>
  direction === 'out' && kind !== 'automation';
