import { Anchor } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { instant, instantAt } from '../../format/dates.ts';
import { Assignee } from './assignee.tsx';
import type { ConversationDetail } from './conversation-detail.ts';
import { ConversationBadge, conversationName, providerWords } from './message-words.tsx';

/** Returns a conversation's facts: its guest, the guest's bookings and requests, and its assignee. */
export const conversationFacts = (conversation: ConversationDetail) => {
  const { status, subject, contact, bookings, requests, unitType, provider, answerBy, capabilities } =
    conversation;
  return [
    ['Status', <ConversationBadge key="status" status={status} />],
    ...(answerBy === null ? [] : ([['Answer by', instant(answerBy)]] as const)),
    [
      'Guest',
      contact ? (
        <Anchor key="guest" component={Link} inherit href={`/guests/${contact.id}`}>
          {conversationName(conversation)}
        </Anchor>
      ) : (
        '—'
      ),
    ],
    ...(subject ? ([['Subject', subject]] as const) : []),
    ...(bookings.length > 0
      ? ([['Bookings', <References key="bookings" of={bookings} at="/bookings" />]] as const)
      : []),
    ...(requests.length > 0
      ? ([['Requests', <References key="requests" of={requests} at="/bookings/requests" />]] as const)
      : []),
    ...(unitType ? ([['Stay', `${unitType.name}, ${unitType.property.name}`]] as const) : []),
    ['From', providerWords(provider)],
    ...(capabilities.sendUntil === null
      ? []
      : ([['You can write until', instantAt(capabilities.sendUntil, unitType?.property.timeZone)]] as const)),
    ['Assigned to', <Assignee key="assignee" conversation={conversation} />],
  ] as const;
};

interface ReferencesProps {
  readonly of: readonly { readonly id: string; readonly reference: string }[];
  readonly at: string;
}

const References = ({ of, at }: ReferencesProps) =>
  of.map(({ id, reference }, place) => (
    <Fragment key={id}>
      {place > 0 && ', '}
      <Anchor component={Link} inherit href={`${at}/${id}`}>
        {reference}
      </Anchor>
    </Fragment>
  ));
