import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { MAX_CREDIT_REASON } from '../../../schema/limits.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { Textarea, TextInput } from '../../components/fields.tsx';
import { minorUnits, money, plainAmount } from '../../format/money.ts';
import { EntryForm, FolioDialog } from '../bookings/folio-dialog.tsx';
import { type InvoiceRowFragment, invoiceCreditDocument } from './generated.ts';

type Credited = Pick<InvoiceRowFragment, 'id' | 'number' | 'currency' | 'total' | 'credited'>;

/** Credits an invoice in part or in full. */
export function CreditInvoice({ invoice }: { readonly invoice: Credited }) {
  return (
    <FolioDialog title={t`Credit ${invoice.number}`}>
      {(close) => <CreditForm invoice={invoice} close={close} />}
    </FolioDialog>
  );
}

function CreditForm({ invoice, close }: { readonly invoice: Credited; readonly close: () => void }) {
  const { id: invoiceId, currency, total, credited } = invoice;
  const left = total - credited;
  const { mutateAsync, isPending, error } = useTeamMutation(invoiceCreditDocument);
  const [typed, setTyped] = useState(plainAmount(left, currency));
  const [reason, setReason] = useState('');
  const amount = minorUnits(typed, currency);
  const problem =
    typed === ''
      ? null
      : amount === null || amount === 0
        ? t`Enter an amount in ${currency} above 0.`
        : amount > left
          ? t`${money(left, currency)} can still be credited.`
          : null;
  const save = () => {
    if (amount === null) return;
    mutateAsync({ invoiceId, amount, reason: reason.trim() || null }).then(close, () => {
      // The dialog shows the error: see `error`.
    });
  };
  return (
    <EntryForm
      text={t`A credit note doesn't refund any money or change the folio. Once an invoice is fully credited, you can create another one.`}
      saveLabel={amount && !problem ? t`Credit ${money(amount, currency)}` : t`Credit`}
      canSave={amount !== null && typed !== '' && problem === null}
      {...{ save, close, isPending, error }}
    >
      <TextInput
        field="amount"
        label={t`Amount (${currency})`}
        description={t`Including taxes. Up to ${money(left, currency)} can be credited.`}
        required
        inputMode="decimal"
        maxLength={20}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={problem}
        data-autofocus
      />
      <Textarea
        field="reason"
        label={t`Reason`}
        description={t`Shown on the credit note.`}
        maxLength={MAX_CREDIT_REASON}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </EntryForm>
  );
}
