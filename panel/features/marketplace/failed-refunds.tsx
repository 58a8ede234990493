import { Text } from '@mantine/core';
import { majorMoney } from '../../format/money.ts';
import type { StatementRefundsFragment } from './generated.ts';

/** Reasons of refunds that the platform opened. */
const REASONS: Readonly<Record<string, string>> = {
  already_paid: 'The statement was paid twice.',
  statement_credited: 'The statement was paid after it had been credited.',
  overpaid: 'A credit reduced the amount while the payment was on its way.',
};

interface FailedRefundsProps {
  readonly statement: StatementRefundsFragment;
}

/** Refunds that the payment app couldn't make, so the operator has to. */
export const FailedRefunds = ({ statement: { failedRefunds } }: FailedRefundsProps) =>
  failedRefunds.map(({ id, amount, currency, reason, rejection, paymentSession }) => (
    <div key={id}>
      <Text size="sm" fw={600} mt={4}>
        Pay back {majorMoney(amount, currency)}
      </Text>
      <Text size="xs" c="dimmed" maw="22rem">
        {REASONS[reason] ?? reason} The payment app couldn't refund it{rejection && `: ${rejection.message}`}
        {rejection?.message.endsWith('.') ? '' : '.'} Refund it at the payment provider
        {paymentSession?.reference && ` (payment ${paymentSession.reference})`} or by bank transfer.
      </Text>
    </div>
  ));
