import { msg, t } from '@lingui/core/macro';
import { Autocomplete, Input, SegmentedControl, SimpleGrid } from '@mantine/core';
import { Checkbox, NativeSelect, Textarea, TextInput } from '../../components/fields.tsx';
import { useRefusal } from '../../components/form.tsx';
import { translated } from '../../i18n/translated.ts';
import type { EntryForm } from './entry-form.ts';
import type { BookingEntryPayment, BookingPriceMode } from './generated.ts';
import { holdChoices } from './hold-choices.ts';

const SOURCES = translated([msg`Phone`, msg`Walk-in`, msg`Email`, msg`Repeat guest`]);

const PRICES: readonly { readonly value: BookingPriceMode; readonly label: string }[] = translated([
  { value: 'calculated', label: msg`Your rates` },
  { value: 'total', label: msg`Total` },
  { value: 'nightly', label: msg`Per night` },
]);
const PAYMENTS: readonly { readonly value: BookingEntryPayment; readonly label: string }[] = translated([
  { value: 'unpaid', label: msg`Unpaid` },
  { value: 'link', label: msg`Payment link` },
  { value: 'paid', label: msg`Paid` },
]);

interface EntryTermsProps {
  readonly form: EntryForm;
  readonly currency: string;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  readonly set: (change: Partial<EntryForm>) => void;
}

/** The terms agreed with the guest, and notes for the team. */
export function EntryTerms({ form, currency, today, set }: EntryTermsProps) {
  const typed = (field: 'price' | 'reason' | 'arrivalTime' | 'note', named: string = field) => ({
    value: form[field],
    field: named,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      set({ [field]: value }),
  });
  const sourceRefusal = useRefusal('sourceLabel');
  const isTotal = form.priceMode === 'total';
  return (
    <>
      <Input.Wrapper label={t`Price`} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t`Price`}
          data={[...PRICES]}
          value={form.priceMode}
          onChange={(priceMode) => set({ priceMode })}
        />
      </Input.Wrapper>
      {form.priceMode !== 'calculated' && (
        <SimpleGrid cols={2}>
          <TextInput
            label={isTotal ? t`Total (${currency})` : t`Each night (${currency})`}
            required
            inputMode="decimal"
            maxLength={20}
            {...typed('price', isTotal ? 'price.amount' : 'price.nightly')}
          />
          <TextInput label={t`Reason`} maxLength={200} {...typed('reason', 'price.reason')} />
        </SimpleGrid>
      )}
      <Input.Wrapper label={t`Payment`} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={t`Payment`}
          data={[...PAYMENTS]}
          value={form.payment}
          onChange={(payment) => set({ payment })}
        />
      </Input.Wrapper>
      {form.payment !== 'paid' && (
        <NativeSelect
          field="holdUntil"
          label={t`Hold the nights for`}
          data={[...holdChoices(today, form.checkIn)]}
          value={form.holdHours}
          onChange={({ currentTarget: { value } }) => set({ holdHours: value })}
        />
      )}
      <SimpleGrid cols={2}>
        <Autocomplete
          label={t`Booked by`}
          placeholder={t`For example, Phone`}
          maxLength={100}
          data={SOURCES}
          value={form.sourceLabel}
          error={sourceRefusal}
          onChange={(sourceLabel) => set({ sourceLabel })}
        />
        <TextInput label={t`Arrival time`} type="time" {...typed('arrivalTime')} />
      </SimpleGrid>
      <Textarea label={t`Note for your team`} rows={2} maxLength={2_000} {...typed('note')} />
      <Checkbox
        field="sendConfirmation"
        label={t`Send the guest a confirmation`}
        disabled={form.email === ''}
        checked={form.sendConfirmation && form.email !== ''}
        onChange={({ currentTarget: { checked } }) => set({ sendConfirmation: checked })}
      />
    </>
  );
}
