import { msg, t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Section } from '../../components/panel.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { instant } from '../../format/dates.ts';
import { majorMoney } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import { METHOD_WORDS } from '../storefronts/method-words.ts';
import type { BookingDetailQuery, PaymentSessionStatus } from './generated.ts';
import { REFUND_WORDS, Refund } from './refund.tsx';

type Session = NonNullable<NonNullable<BookingDetailQuery['booking']>['paymentSessions']>[number];

const WORDS: Readonly<Record<PaymentSessionStatus, readonly [Tone, string]>> = translated({
  INITIATED: ['waiting', msg`Opening`],
  REDIRECTED: ['waiting', msg`Guest is paying`],
  PENDING: ['waiting', msg`Pending`],
  RESOLVED: ['good', msg`Paid`],
  REJECTED: ['bad', msg`Failed`],
  EXPIRED: ['over', msg`Expired`],
  CANCELED: ['over', msg({ message: 'Cancelled', context: 'payment' })],
});

const COLUMNS: readonly Column<Session>[] = [
  { title: msg`When`, cell: ({ createdAt }) => instant(createdAt) },
  {
    title: msg`Method`,
    cell: ({ appSlug, method, test }) =>
      `${method ? METHOD_WORDS[method].name : appSlug}${test ? ' (test)' : ''}`,
  },
  {
    title: msg`Status`,
    cell: ({ status, rejection }) => {
      const [tone, words] = WORDS[status];
      return (
        <div>
          <StatusBadge tone={tone}>{words}</StatusBadge>
          {rejection && (
            <Text size="xs" c="dimmed">
              {rejection.message}
            </Text>
          )}
        </div>
      );
    },
  },
  { title: msg`Reference`, cell: ({ reference }) => reference ?? '—' },
  {
    title: msg`Refunded`,
    cell: ({ refunds }) =>
      refunds
        .map(({ amount, currency, status }) => `${majorMoney(amount, currency)} (${REFUND_WORDS[status]})`)
        .join(', ') || '—',
  },
  { title: msg`Amount`, numeric: true, cell: ({ amount, currency }) => majorMoney(amount, currency) },
  {
    title: msg`Action`,
    cell: (session) => (
      <OnlyFor roles={['manager']}>
        <Refund session={session} />
      </OnlyFor>
    ),
  },
];

/** Payment attempts, their refunds, and the refund button; hidden if there are no attempts. */
export function Payments({ sessions }: { readonly sessions: readonly Session[] }) {
  if (sessions.length === 0) return null;
  return (
    <Section title={t`Payment attempts`}>
      <DataTable
        label={t`Payments`}
        columns={COLUMNS}
        read={{ data: sessions, error: null, refetch: () => undefined }}
        rowKey={({ id }) => id}
        empty={{ title: t`No payment attempts yet` }}
      />
    </Section>
  );
}
