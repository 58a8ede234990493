import { Text } from '@mantine/core';
import { Facts } from '../../components/facts.tsx';
import { dayAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { PAYMENT_WORDS } from '../rate-plans/payment-words.ts';
import type { BookingRowFragment } from './generated.ts';

/** What of a booking is paid, what confirms it and what is due when. */
export function MoneyFacts({ payment, currency }: Pick<BookingRowFragment, 'payment' | 'currency'>) {
  const { mode, paid, dueNow, balance } = payment;
  return (
    <Facts
      facts={[
        ['Guest pays', PAYMENT_WORDS[mode]],
        ['Paid', money(paid, currency)],
        ...(dueNow > 0 ? ([['Due to confirm', money(dueNow, currency)]] as const) : []),
        ...(balance > 0
          ? ([['Balance', <Balance key="balance" payment={payment} currency={currency} />]] as const)
          : []),
      ]}
    />
  );
}

/** What is left to pay, and by when. */
export function Balance({ payment, currency }: Pick<BookingRowFragment, 'payment' | 'currency'>) {
  const { balance, balanceDueOn, isOverdue } = payment;
  return (
    <>
      {money(balance, currency)}
      {balanceDueOn && (
        <Text size="sm" {...(isOverdue ? { fw: 600 } : { c: 'dimmed' })}>
          {isOverdue ? 'Overdue since' : 'Due by'} {dayAndYear(balanceDueOn)}
        </Text>
      )}
    </>
  );
}
