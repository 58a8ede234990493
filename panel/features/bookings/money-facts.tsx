import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { Facts } from '../../components/facts.tsx';
import { dayAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { PAYMENT_WORDS } from '../rate-plans/payment-words.ts';
import type { BookingRowFragment } from './generated.ts';

/** A booking's paid amount, the payment that confirms it, and due dates. */
export function MoneyFacts({
  payment,
  currency,
  isBrief = false,
}: Pick<BookingRowFragment, 'payment' | 'currency'> & {
  /** True to leave out the paid amount, which the folio shows. */
  readonly isBrief?: boolean;
}) {
  const { mode, paid, dueNow, balance } = payment;
  return (
    <Facts
      facts={[
        [t`Guest pays`, PAYMENT_WORDS[mode]],
        ...(isBrief ? [] : ([[t`Paid`, money(paid, currency)]] as const)),
        ...(dueNow > 0 ? ([[t`Due to confirm`, money(dueNow, currency)]] as const) : []),
        ...(balance > 0
          ? ([
              [
                isBrief ? t`Due later` : t`Balance`,
                <Balance key="balance" payment={payment} currency={currency} />,
              ],
            ] as const)
          : []),
      ]}
    />
  );
}

/** The balance due, and by when. */
export function Balance({ payment, currency }: Pick<BookingRowFragment, 'payment' | 'currency'>) {
  const { balance, balanceDueOn, isOverdue } = payment;
  return (
    <>
      {money(balance, currency)}
      {balanceDueOn && (
        <Text size="sm" {...(isOverdue ? { fw: 600 } : { c: 'dimmed' })}>
          {isOverdue ? t`Overdue since` : t`Due by`} {dayAndYear(balanceDueOn)}
        </Text>
      )}
    </>
  );
}
