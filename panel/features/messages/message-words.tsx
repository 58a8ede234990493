import { msg, t } from '@lingui/core/macro';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { translated } from '../../i18n/translated.ts';
import type { ConversationRowFragment, ThreadMessageFragment } from './generated.ts';

type Status = ConversationRowFragment['status'];

const STATUS: Readonly<Record<Status, readonly [Tone, string]>> = translated({
  open: ['waiting', msg`Waiting for you`],
  answered: ['good', msg`Answered`],
  closed: ['over', msg({ message: 'Closed', context: 'conversation' })],
  spam: ['bad', msg`Spam`],
});

/** Badge with a conversation's status. */
export function ConversationBadge({ status }: { readonly status: Status }) {
  const [tone, words] = STATUS[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

/** Returns a label for the status of a message to the guest; null if the status needs no label. */
export const deliveryWords = ({ direction, status }: ThreadMessageFragment): string | null =>
  direction === 'out' ? DELIVERY[status] : null;

const DELIVERY: Readonly<Record<ThreadMessageFragment['status'], string>> = translated({
  queued: msg`Waiting to be sent`,
  sending: msg`Being sent`,
  sent: msg`Sent`,
  delivered: msg`Delivered`,
  read: msg`Read`,
  failed: msg`Not sent`,
});

/** Returns a label for a message's author. */
export const authorWords = ({ author, direction }: ThreadMessageFragment): string => {
  const name = author.name || AUTHORS[author.kind];
  if (direction === 'note') return t`${name}, note for the team`;
  return author.kind === 'automation' ? t`${name}, automatically` : name;
};

const AUTHORS: Readonly<Record<ThreadMessageFragment['author']['kind'], string>> = translated({
  guest: msg`Guest`,
  host: msg`Your team`,
  app: msg`App`,
  automation: msg`App`,
});

/** Returns a conversation's name for lists: its guest, else its subject. */
export function conversationName({ contact, subject }: Pick<ConversationRowFragment, 'contact' | 'subject'>) {
  const name = [contact?.firstName, contact?.lastName].filter(Boolean).join(' ');
  return name || subject || contact?.emails?.[0] || t`Unnamed guest`;
}

/** True if the platform itself carries the messages, not an app. */
export const isOfPlatform = (provider: string): boolean => provider === 'platform';

/** Returns a label for where a conversation originates. */
export const providerWords = (provider: string): string =>
  isOfPlatform(provider) ? t`Your storefront` : provider.replace(/^app:/, '');
