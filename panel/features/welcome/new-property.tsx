import { t } from '@lingui/core/macro';
import { SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { currentZoneName } from '../../../kit/zone-names.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { CountryField, CurrencyField, TimeZoneField } from '../../components/choice-fields.tsx';
import { TextInput } from '../../components/fields.tsx';
import { welcomePropertyDocument } from './generated.ts';
import { StepForm } from './step-form.tsx';

/** Adds the property: its address, time zone and currency. */
export function NewProperty({ storefrontId }: { readonly storefrontId: string }) {
  const { mutate, isPending, error } = useTeamMutation(welcomePropertyDocument);
  const [form, setForm] = useState({
    name: '',
    street: '',
    postalCode: '',
    locality: '',
    country: '',
    currency: 'EUR',
    timeZone: currentZoneName(Intl.DateTimeFormat().resolvedOptions().timeZone),
  });
  const set = (field: keyof typeof form, value: string) =>
    setForm((before) => ({ ...before, [field]: value }));
  const typed = (field: keyof typeof form, path: string = field) => ({
    required: true,
    value: form[field],
    field: path,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      set(field, value),
  });
  const chosen = (field: keyof typeof form, path: string = field) => ({
    required: true,
    value: form[field],
    field: path,
    onChange: (value: string) => set(field, value),
  });
  const save = () => {
    const { name, currency, timeZone, country, ...address } = form;
    mutate({
      input: {
        storefrontId,
        name: name.trim(),
        currency,
        timeZone,
        address: { ...address, country },
      },
    });
  };
  return (
    <StepForm
      label={t`Add property`}
      valid={Object.values(form).every((text) => text.trim() !== '')}
      {...{ save, isPending, error }}
    >
      <TextInput label={t`Name of the property`} maxLength={120} {...typed('name')} />
      <TextInput label={t`Street and number`} maxLength={200} {...typed('street', 'address.street')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t`Postal code`} maxLength={20} {...typed('postalCode', 'address.postalCode')} />
        <TextInput label={t`Town`} maxLength={100} {...typed('locality', 'address.locality')} />
        <CountryField label={t`Country`} {...chosen('country', 'address.country')} />
        <CurrencyField label={t`Currency`} {...chosen('currency')} />
      </SimpleGrid>
      <TimeZoneField
        label={t`Time zone`}
        description={t`The time zone and the currency can't be changed after the first booking.`}
        {...chosen('timeZone')}
      />
    </StepForm>
  );
}
