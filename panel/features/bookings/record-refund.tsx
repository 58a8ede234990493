import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { Select, TextInput } from '../../components/fields.tsx';
import { minorUnits, money, plainAmount } from '../../format/money.ts';
import { EntryForm, FolioDialog } from './folio-dialog.tsx';
import { METHOD_CHOICES } from './folio-words.ts';
import { type BookingFolioFragment, type BookingRowFragment, folioRefundDocument } from './generated.ts';
import { PaidOn, usePaidOn } from './paid-on.tsx';

interface RecordRefundProps {
  readonly booking: Pick<BookingRowFragment, 'id' | 'currency' | 'property'>;
  readonly folio: Pick<BookingFolioFragment, 'refundable' | 'refunds'>;
}

/** Records money that was paid back outside the platform; hidden if nothing can be refunded. */
export function RecordRefund(props: RecordRefundProps) {
  if (props.folio.refundable === 0) return null;
  const isDue = props.folio.refunds.some(({ status }) => status === 'due');
  return (
    <FolioDialog title={t`Record refund`} isPrimary={isDue}>
      {(close) => <RefundForm {...props} close={close} />}
    </FolioDialog>
  );
}

function RefundForm({ booking, folio, close }: RecordRefundProps & { readonly close: () => void }) {
  const { id: bookingId, currency, property } = booking;
  const { refundable, refunds } = folio;
  const due = refunds.find(({ status }) => status === 'due')?.amount ?? null;
  const { mutateAsync, isPending, error } = useTeamMutation(folioRefundDocument);
  const [method, setMethod] = useState('bank_transfer');
  const [typed, setTyped] = useState(due === null ? '' : plainAmount(due, currency));
  const [reference, setReference] = useState('');
  const paidOn = usePaidOn(property?.timeZone);
  const amount = minorUnits(typed, currency);
  const problem =
    typed === ''
      ? null
      : amount === null || amount === 0
        ? t`Enter an amount in ${currency} above 0.`
        : amount > refundable
          ? t`${money(refundable, currency)} can still be refunded.`
          : null;
  const save = () => {
    if (amount === null) return;
    const input = {
      bookingId,
      method,
      amount,
      reference: reference.trim() || null,
      refundedAt: paidOn.at,
    };
    mutateAsync({ input }).then(close, () => {
      // The dialog shows the error: see `error`.
    });
  };
  return (
    <EntryForm
      text={t`Record money that you paid back yourself. To have a payment app refund a payment, use “Refund…” next to it.`}
      saveLabel={amount && !problem ? t`Record ${money(amount, currency)}` : t`Record refund`}
      canSave={amount !== null && typed !== '' && problem === null && paidOn.isValid}
      {...{ save, close, isPending, error }}
    >
      <Select
        field="method"
        label={t`Method`}
        data={METHOD_CHOICES}
        value={method}
        onChange={(value) => setMethod(value ?? 'bank_transfer')}
        allowDeselect={false}
      />
      <TextInput
        field="amount"
        label={t`Amount (${currency})`}
        description={
          due === null
            ? t`Up to ${money(refundable, currency)} can be refunded.`
            : t`${money(due, currency)} is due to the guest.`
        }
        required
        inputMode="decimal"
        maxLength={20}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={problem}
        data-autofocus
      />
      <PaidOn field="refundedAt" label={t`Paid out on`} paidOn={paidOn} />
      <TextInput
        field="reference"
        label={t`Reference`}
        description={t`For example, the transfer reference. Each reference counts only once per payment method.`}
        maxLength={255}
        value={reference}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
    </EntryForm>
  );
}
