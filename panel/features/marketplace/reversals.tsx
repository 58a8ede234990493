import { msg, t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { dayAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import type { StatementReversalsFragment } from './generated.ts';

type Statement = StatementReversalsFragment;
type Reversal = Statement['reversals'][number];

const TITLES: Readonly<Record<Reversal['status'], string>> = translated({
  disputed: msg`Disputed`,
  dispute_won: msg`Dispute won`,
  dispute_lost: msg`Dispute lost`,
  refunded: msg`Refunded at the provider`,
  refund_failed: msg`Refund failed`,
});

interface ReversalsProps {
  readonly statement: Statement;
}

/** A statement's disputes and refunds made at the provider, with the operator's next step. */
export const Reversals = ({ statement }: ReversalsProps) =>
  statement.reversals.map((reversal) => {
    const { reference, status, amount, currency, createdAt, updatedAt, appName, paymentReference } = reversal;
    const since = dayAndYear(createdAt.slice(0, 10));
    const until = dayAndYear(updatedAt.slice(0, 10));
    const isOpen = status === 'disputed';
    return (
      <div key={`${paymentReference} ${reference}`}>
        <Text size="sm" fw={600} mt={4}>
          {TITLES[status]}: {money(amount, currency)}
        </Text>
        <Text size="xs" c="dimmed" maw="22rem" style={{ overflowWrap: 'anywhere' }}>
          {isOpen || since === until ? t`Since ${since}` : t`Since ${since}, changed ${until}`} ({appName},{' '}
          {reference}). {nextStep(statement, reversal)}
        </Text>
      </div>
    );
  });

/** Describes the effect on the statement and the next step. */
function nextStep({ status: paid, amountDue }: Statement, { status, hasPaid }: Reversal): string {
  if (status === 'disputed')
    return hasPaid
      ? t`Answer it at the payment provider. The statement stays paid until it's decided.`
      : t`Answer it at the payment provider. This payment didn't pay the statement.`;
  if (status === 'dispute_won') return t`You keep the money. There's nothing to do.`;
  if (status === 'refund_failed')
    return t`You have the money again. Refund it another way if the team should have it.`;
  if (!hasPaid) return t`This payment didn't pay the statement, so the money counts as paid back.`;
  if (paid !== 'open' || amountDue === 0) return t`The statement is settled. There's nothing to do.`;
  return status === 'dispute_lost'
    ? t`The amount is due again, and the team was emailed. There's nothing to do until it's overdue.`
    : t`The amount is due again. Credit it if the team shouldn't pay it again.`;
}
