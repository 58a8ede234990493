import type { MessageStatus } from './conversation-status.ts';

/** Which way a message went; `MessageDirection` of the SDL. */
export type MessageDirection = 'in' | 'out' | 'note';

/** Who wrote a message, as they were called then; `MessageAuthor` of the SDL. */
export interface MessageAuthor {
  readonly kind: 'guest' | 'host' | 'app' | 'automation';
  readonly name: string | null;
}

/** The provider that the storefront's own pages are. */
export const PLATFORM = 'platform';

const APP = 'app:';

/** The provider that an app is. */
export const appProvider = (slug: string): string => `${APP}${slug}`;

/** The slug of the app that a provider is; null for the platform. */
export const providingApp = (provider: string): string | null =>
  provider.startsWith(APP) ? provider.slice(APP.length) : null;

/** How far a message is when it is written: the platform's own are on the guest's page at once, an app's wait to be handed over. */
export function firstStatus(direction: MessageDirection, provider: string): MessageStatus {
  if (direction === 'in') return 'delivered';
  return direction === 'out' && provider !== PLATFORM ? 'queued' : 'sent';
}

/** Whether it answers the guest: a person wrote it. What is sent automatically leaves the guest's question open. */
export const answersGuest = (direction: MessageDirection, { kind }: MessageAuthor): boolean =>
  direction === 'out' && kind !== 'automation';
