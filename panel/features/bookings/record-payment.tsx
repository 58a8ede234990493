import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { Select, TextInput } from '../../components/fields.tsx';
import { minorUnits, money, plainAmount } from '../../format/money.ts';
import { EntryForm, FolioDialog } from './folio-dialog.tsx';
import { METHOD_CHOICES } from './folio-words.ts';
import { type BookingFolioFragment, type BookingRowFragment, folioPaymentDocument } from './generated.ts';
import { PaidOn, usePaidOn } from './paid-on.tsx';

interface RecordPaymentProps {
  readonly booking: BookingRowFragment;
  readonly folio: Pick<BookingFolioFragment, 'balance'>;
}

/** Records a payment that was made outside the platform. */
export function RecordPayment(props: RecordPaymentProps) {
  return (
    <FolioDialog title={t`Record payment`} isPrimary={props.folio.balance > 0}>
      {(close) => <PaymentForm {...props} close={close} />}
    </FolioDialog>
  );
}

function PaymentForm({ booking, folio, close }: RecordPaymentProps & { readonly close: () => void }) {
  const { id: bookingId, currency, status, payment, property } = booking;
  const due = payment.dueNow > 0 ? payment.dueNow : Math.max(0, folio.balance);
  const { mutateAsync, isPending, error } = useTeamMutation(folioPaymentDocument);
  const [method, setMethod] = useState('cash');
  const [typed, setTyped] = useState(due > 0 ? plainAmount(due, currency) : '');
  const [reference, setReference] = useState('');
  const paidOn = usePaidOn(property?.timeZone);
  const amount = minorUnits(typed, currency);
  const isWrong = typed !== '' && (amount === null || amount === 0);
  const save = () => {
    if (amount === null) return;
    const input = {
      bookingId,
      method,
      amount,
      reference: reference.trim() || null,
      receivedAt: paidOn.at,
    };
    mutateAsync({ input }).then(close, () => {
      // The dialog shows the error: see `error`.
    });
  };
  return (
    <EntryForm
      text={
        status === 'held'
          ? t`Payments of ${money(due, currency)} confirm the booking.`
          : t`The payment counts towards the balance. You can void it later.`
      }
      saveLabel={amount ? t`Record ${money(amount, currency)}` : t`Record payment`}
      canSave={amount !== null && amount > 0 && paidOn.isValid}
      {...{ save, close, isPending, error }}
    >
      <Select
        field="method"
        label={t`Method`}
        data={METHOD_CHOICES}
        value={method}
        onChange={(value) => setMethod(value ?? 'cash')}
        allowDeselect={false}
      />
      <TextInput
        field="amount"
        label={t`Amount (${currency})`}
        required
        inputMode="decimal"
        maxLength={20}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isWrong ? t`Enter an amount in ${currency} above 0.` : null}
        data-autofocus
      />
      <PaidOn field="receivedAt" label={t`Received on`} paidOn={paidOn} />
      <TextInput
        field="reference"
        label={t`Reference`}
        description={t`For example, the transfer reference or receipt number.`}
        maxLength={255}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
    </EntryForm>
  );
}
