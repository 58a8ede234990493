import { t } from '@lingui/core/macro';
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
    [t`Status`, <ConversationBadge key="status" status={status} />],
    ...(answerBy === null ? [] : ([[t`Answer by`, instant(answerBy)]] as const)),
    [
      t`Guest`,
      contact ? (
        <Anchor key="guest" component={Link} inherit href={`/guests/${contact.id}`}>
          {conversationName(conversation)}
        </Anchor>
      ) : (
        '—'
      ),
    ],
    ...(subject ? ([[t`Subject`, subject]] as const) : []),
    ...(bookings.length > 0
      ? ([[t`Bookings`, <References key="bookings" of={bookings} at="/bookings" />]] as const)
      : []),
    ...(requests.length > 0
      ? ([[t`Requests`, <References key="requests" of={requests} at="/bookings/requests" />]] as const)
      : []),
    ...(unitType ? ([[t`Stay`, `${unitType.name}, ${unitType.property.name}`]] as const) : []),
    [t`From`, providerWords(provider)],
    ...(capabilities.sendUntil === null
      ? []
      : ([
          [t`You can write until`, instantAt(capabilities.sendUntil, unitType?.property.timeZone)],
        ] as const)),
    [t`Assigned to`, <Assignee key="assignee" conversation={conversation} />],
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
