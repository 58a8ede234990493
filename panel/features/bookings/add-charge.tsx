import { msg, t } from '@lingui/core/macro';
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { TextInput } from '../../components/fields.tsx';
import { minorUnits, money } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import { EntryForm, FolioDialog } from './folio-dialog.tsx';
import { type BookingRowFragment, folioChargeDocument } from './generated.ts';

type Charged = Pick<BookingRowFragment, 'id' | 'currency'>;

/** Adds an extra or an adjustment to a booking. */
export function AddCharge({ booking }: { readonly booking: Charged }) {
  return (
    <FolioDialog title={t`Add charge`}>
      {(close) => <ChargeForm booking={booking} close={close} />}
    </FolioDialog>
  );
}

const EFFECTS = translated({
  extra: msg`The property’s percentage taxes apply to an extra. Taxes that aren’t included in the amount are added.`,
  adjustment: msg`An adjustment changes the total by exactly its amount. Start with a minus sign to reduce it.`,
});

function ChargeForm({ booking, close }: { readonly booking: Charged; readonly close: () => void }) {
  const { id: bookingId, currency } = booking;
  const { mutateAsync, isPending, error } = useTeamMutation(folioChargeDocument);
  const [kind, setKind] = useState<keyof typeof EFFECTS>('extra');
  const [name, setName] = useState('');
  const [typed, setTyped] = useState('');
  const [quantity, setQuantity] = useState('1');
  const amount = signed(typed, currency);
  const units = /^[1-9]\d{0,2}$/.test(quantity) ? Number(quantity) : null;
  const isWrong = typed !== '' && (amount === null || amount === 0 || (kind === 'extra' && amount < 0));
  const save = () => {
    if (amount === null || units === null) return;
    const input = { bookingId, kind, name: name.trim(), amount, quantity: units };
    mutateAsync({ input }).then(close, () => {
      // The dialog shows the error: see `error`.
    });
  };
  return (
    <EntryForm
      text={EFFECTS[kind]}
      saveLabel={amount ? t`Add ${money(amount, currency)}` : t`Add charge`}
      canSave={name.trim() !== '' && typed !== '' && !isWrong && units !== null}
      {...{ save, close, isPending, error }}
    >
      <SegmentedControl
        aria-label={t`Kind of charge`}
        fullWidth
        value={kind}
        onChange={(value) => setKind(value === 'adjustment' ? 'adjustment' : 'extra')}
        data={[
          { value: 'extra', label: t`Extra` },
          { value: 'adjustment', label: t`Adjustment` },
        ]}
      />
      <TextInput
        field="name"
        label={t`Name`}
        description={t`Shown to the guest.`}
        required
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        field="amount"
        label={t`Amount (${currency})`}
        description={t`The whole amount, for all units.`}
        required
        inputMode="decimal"
        maxLength={20}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isWrong ? wrongAmount(kind, currency) : null}
      />
      <TextInput
        field="quantity"
        label={t`Quantity`}
        inputMode="numeric"
        maxLength={3}
        value={quantity}
        onChange={(event) => setQuantity(event.currentTarget.value)}
        error={units === null ? t`Enter a number from 1 to 999.` : null}
      />
    </EntryForm>
  );
}

/** Parses an amount that may begin with a minus sign. */
function signed(typed: string, currency: string): number | null {
  const text = typed.trim().replace(/^[−–]/, '-');
  const amount = minorUnits(text.replace(/^-\s*/, ''), currency);
  return amount !== null && text.startsWith('-') ? -amount : amount;
}

const wrongAmount = (kind: keyof typeof EFFECTS, currency: string): string =>
  kind === 'extra' ? t`Enter an amount in ${currency} above 0.` : t`Enter an amount in ${currency}.`;
