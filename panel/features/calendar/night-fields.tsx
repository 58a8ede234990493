import { msg, t } from '@lingui/core/macro';
import { SimpleGrid } from '@mantine/core';
import { Checkbox, NativeSelect, TextInput } from '../../components/fields.tsx';
import { translated } from '../../i18n/translated.ts';
import type { CalendarForm } from './changes.ts';

interface NightFieldsProps {
  readonly form: CalendarForm;
  readonly mistakes: Readonly<Partial<Record<keyof CalendarForm, string>>>;
  readonly currency: string;
  /** The unit type's own rate, formatted for people. */
  readonly usualRate: string;
  readonly set: (change: Partial<CalendarForm>) => void;
}

/** All fields for a night. */
export function NightFields({ form, mistakes, currency, usualRate, set }: NightFieldsProps) {
  const typed = (field: 'rate' | 'total' | 'closed' | 'reason' | 'minStay' | 'maxStay') => ({
    value: form[field],
    field,
    error: mistakes[field],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      set({ [field]: value }),
  });
  const answered = (field: 'stopSell' | 'closedToArrival' | 'closedToDeparture') => ({
    field,
    value: form[field],
    data: ANSWERS,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      set({ [field]: value === 'yes' || value === 'no' ? value : '' }),
  });
  return (
    <>
      <TextInput
        label={t`Rate per night (${currency})`}
        inputMode="decimal"
        disabled={form.usualRate}
        {...typed('rate')}
      />
      <Checkbox
        field={null}
        label={t`Reset to the usual rate, ${usualRate}`}
        checked={form.usualRate}
        onChange={(event) => set({ usualRate: event.currentTarget.checked, rate: '' })}
      />
      <SimpleGrid cols={2}>
        <TextInput label={t`Units`} inputMode="numeric" {...typed('total')} />
        <TextInput label={t`Units closed`} inputMode="numeric" {...typed('closed')} />
        <TextInput
          label={t`Why they're closed`}
          maxLength={200}
          style={{ gridColumn: '1 / -1' }}
          {...typed('reason')}
        />
        <TextInput
          label={t`Minimum stay`}
          inputMode="numeric"
          disabled={form.noMinStay}
          {...typed('minStay')}
        />
        <TextInput
          label={t`Maximum stay`}
          inputMode="numeric"
          disabled={form.noMaxStay}
          {...typed('maxStay')}
        />
        <Checkbox
          field={null}
          label={t`No minimum`}
          checked={form.noMinStay}
          onChange={(event) => set({ noMinStay: event.currentTarget.checked, minStay: '' })}
        />
        <Checkbox
          field={null}
          label={t`No maximum`}
          checked={form.noMaxStay}
          onChange={(event) => set({ noMaxStay: event.currentTarget.checked, maxStay: '' })}
        />
      </SimpleGrid>
      <NativeSelect label={t`Off sale`} {...answered('stopSell')} />
      <NativeSelect label={t`No arrival on these days`} {...answered('closedToArrival')} />
      <NativeSelect label={t`No departure on these days`} {...answered('closedToDeparture')} />
    </>
  );
}

const ANSWERS = translated([
  { value: '', label: msg`No change` },
  { value: 'yes', label: msg`Yes` },
  { value: 'no', label: msg`No` },
]);
