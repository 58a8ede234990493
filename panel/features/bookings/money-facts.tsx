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
        ['Guest pays', PAYMENT_WORDS[mode]],
        ...(isBrief ? [] : ([['Paid', money(paid, currency)]] as const)),
        ...(dueNow > 0 ? ([['Due to confirm', money(dueNow, currency)]] as const) : []),
        ...(balance > 0
          ? ([
              [
                isBrief ? 'Due later' : 'Balance',
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
          {isOverdue ? 'Overdue since' : 'Due by'} {dayAndYear(balanceDueOn)}
        </Text>
      )}
    </>
  );
}
