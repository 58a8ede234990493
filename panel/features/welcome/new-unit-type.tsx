import { t } from '@lingui/core/macro';
import { SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { TextInput } from '../../components/fields.tsx';
import { minorUnits } from '../../format/money.ts';
import { welcomeUnitTypeDocument } from './generated.ts';
import { StepForm } from './step-form.tsx';

interface NewUnitTypeProps {
  readonly property: { readonly id: string; readonly currency: string };
  readonly onAdded?: () => void;
}

/** Adds a unit type: unit count, capacity and rate. */
export function NewUnitType({ property: { id: propertyId, currency }, onAdded }: NewUnitTypeProps) {
  const { mutate, isPending, error } = useTeamMutation(welcomeUnitTypeDocument);
  const [form, setForm] = useState({ name: '', units: '1', maxGuests: '2', baseRate: '' });
  const baseRate = minorUnits(form.baseRate, currency);
  const isWhole = (text: string) => /^[1-9]\d{0,4}$/.test(text.trim());
  const typed = (field: keyof typeof form, mistake?: string | false) => ({
    required: true,
    value: form[field],
    field,
    error: mistake || undefined,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      setForm((before) => ({ ...before, [field]: value })),
  });
  const save = () => {
    if (baseRate === null) return;
    const { name, units, maxGuests } = form;
    mutate(
      {
        input: {
          propertyId,
          name: name.trim(),
          units: Number(units),
          maxGuests: Number(maxGuests),
          baseRate,
        },
      },
      { onSuccess: () => onAdded?.() },
    );
  };
  return (
    <StepForm
      label={t`Add unit type`}
      valid={form.name.trim() !== '' && baseRate !== null && isWhole(form.units) && isWhole(form.maxGuests)}
      {...{ save, isPending, error }}
    >
      <TextInput
        label={t`Name of the unit type`}
        description={t`For example Double room, or the name of the apartment.`}
        maxLength={120}
        {...typed('name')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput label={t`How many of them`} inputMode="numeric" {...typed('units')} />
        <TextInput label={t`Guests in each`} inputMode="numeric" {...typed('maxGuests')} />
        <TextInput
          label={t`Rate per night (${currency})`}
          inputMode="decimal"
          {...typed('baseRate', form.baseRate !== '' && baseRate === null && t`Enter an amount.`)}
        />
      </SimpleGrid>
    </StepForm>
  );
}
