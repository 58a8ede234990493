import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import type { ConversationRowFragment, ThreadMessageFragment } from './generated.ts';

type Status = ConversationRowFragment['status'];

const STATUS: Readonly<Record<Status, readonly [Tone, string]>> = {
  open: ['waiting', 'Waiting for you'],
  answered: ['good', 'Answered'],
  closed: ['over', 'Closed'],
  spam: ['bad', 'Spam'],
};

/** A conversation's status in words. */
export function ConversationBadge({ status }: { readonly status: Status }) {
  const [tone, words] = STATUS[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

/** What became of a message to the guest; null where there is nothing to say. */
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

/** Who wrote a message. */
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

/** What a conversation is called in lists: its guest, else what it is about. */
export function conversationName({ contact, subject }: Pick<ConversationRowFragment, 'contact' | 'subject'>) {
  const name = [contact?.firstName, contact?.lastName].filter(Boolean).join(' ');
  return name || subject || contact?.emails?.[0] || 'Unnamed guest';
}

/** Whether the platform itself carries its messages, and no app. */
export const isOfPlatform = (provider: string): boolean => provider === 'platform';

/** Where it comes from. */
export const providerWords = (provider: string): string =>
  isOfPlatform(provider) ? 'Your storefront' : provider.replace(/^app:/, '');
