import { SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { refusedFields } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { minorUnits, plainAmount } from '../../format/money.ts';
import { type EditedUnitTypeFragment, unitTypeEditDocument } from './generated.ts';

interface UnitTypeFormProps {
  readonly unitType: EditedUnitTypeFragment;
  readonly currency: string;
}

/** A unit type: name, number of units, rate and number of guests. */
export function UnitTypeForm({ unitType, currency }: UnitTypeFormProps) {
  const [form, setForm] = useState({
    name: unitType.name,
    units: String(unitType.units),
    baseRate: plainAmount(unitType.baseRate, currency),
    maxGuests: String(unitType.maxGuests),
    baseGuests: String(unitType.baseGuests),
    active: unitType.active,
  });
  const { mutate, isPending, isSuccess, error, reset } = useTeamMutation(unitTypeEditDocument);
  const set = (change: Partial<typeof form>) => {
    reset();
    setForm((before) => ({ ...before, ...change }));
  };
  const refused = refusedFields(error);
  const baseRate = minorUnits(form.baseRate, currency);
  const isWhole = (typed: string) => /^\d{1,5}$/.test(typed.trim());
  const counts = [form.units, form.maxGuests, form.baseGuests];
  const valid = form.name.trim() !== '' && baseRate !== null && counts.every(isWhole);
  const typed = (
    field: 'name' | 'units' | 'baseRate' | 'maxGuests' | 'baseGuests',
    mistake?: string | false,
  ) => ({
    value: form[field],
    error: mistake || refused[field],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      set({ [field]: value }),
  });
  const whole = (field: 'units' | 'maxGuests' | 'baseGuests') =>
    typed(field, !isWhole(form[field]) && 'Enter a whole number.');
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!valid) return;
    const { name, units, maxGuests, baseGuests, active } = form;
    const changed = {
      ...(Number(units) !== unitType.units && { units: Number(units) }),
      ...(baseRate !== unitType.baseRate && { baseRate }),
      ...(Number(maxGuests) !== unitType.maxGuests && { maxGuests: Number(maxGuests) }),
      ...(Number(baseGuests) !== unitType.baseGuests && { baseGuests: Number(baseGuests) }),
    };
    mutate({ input: { id: unitType.id, name: name.trim(), active, ...changed } });
  };
  return (
    <form onSubmit={save}>
      <Stack gap="md">
        <TextInput label="Name" maxLength={120} {...typed('name')} />
        <SimpleGrid cols={2}>
          <TextInput label="Units" inputMode="numeric" {...whole('units')} />
          <TextInput
            label={`Usual rate per night (${currency})`}
            inputMode="decimal"
            {...typed('baseRate', baseRate === null && 'Enter an amount.')}
          />
          <TextInput label="Maximum guests" inputMode="numeric" {...whole('maxGuests')} />
          <TextInput label="Guests included in the rate" inputMode="numeric" {...whole('baseGuests')} />
        </SimpleGrid>
        <Switch
          label="On sale"
          checked={form.active}
          onChange={(event) => set({ active: event.currentTarget.checked })}
        />
        <ErrorNote error={error} />
        <SaveRow disabled={!valid} isSaving={isPending} isSaved={isSuccess} />
      </Stack>
    </form>
  );
}
