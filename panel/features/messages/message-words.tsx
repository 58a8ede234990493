import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import type { ConversationRowFragment, ThreadMessageFragment } from './generated.ts';

type Status = ConversationRowFragment['status'];

const STATUS: Readonly<Record<Status, readonly [Tone, string]>> = {
  open: ['waiting', 'Waiting for you'],
  answered: ['good', 'Answered'],
  closed: ['over', 'Closed'],
  spam: ['bad', 'Spam'],
};

/** Badge with a conversation's status. */
export function ConversationBadge({ status }: { readonly status: Status }) {
  const [tone, words] = STATUS[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

/** Returns a label for the status of a message to the guest; null if the status needs no label. */
export const deliveryWords = ({ direction, status }: ThreadMessageFragment): string | null =>
  direction === 'out' ? DELIVERY[status] : null;

const DELIVERY: Readonly<Record<ThreadMessageFragment['status'], string>> = {
  queued: 'Waiting to be sent',
  sending: 'Being sent',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Not sent',
};

/** Returns a label for a message's author. */
export const authorWords = ({ author, direction }: ThreadMessageFragment): string => {
  const name = author.name || AUTHORS[author.kind];
  if (direction === 'note') return `${name}, note for the team`;
  return author.kind === 'automation' ? `${name}, automatically` : name;
};

const AUTHORS: Readonly<Record<ThreadMessageFragment['author']['kind'], string>> = {
  guest: 'Guest',
  host: 'Your team',
  app: 'App',
  automation: 'App',
};

/** Returns a conversation's name for lists: its guest, else its subject. */
export function conversationName({ contact, subject }: Pick<ConversationRowFragment, 'contact' | 'subject'>) {
  const name = [contact?.firstName, contact?.lastName].filter(Boolean).join(' ');
  return name || subject || contact?.emails?.[0] || 'Unnamed guest';
}

/** True if the platform itself carries the messages, not an app. */
export const isOfPlatform = (provider: string): boolean => provider === 'platform';

/** Returns a label for where a conversation originates. */
export const providerWords = (provider: string): string =>
  isOfPlatform(provider) ? 'Your storefront' : provider.replace(/^app:/, '');
