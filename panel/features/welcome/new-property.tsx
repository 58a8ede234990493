import { SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { currentZoneName } from '../../../kit/zone-names.ts';
import { refusedFields } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
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
  const refused = refusedFields(error);
  const typed = (field: keyof typeof form, path: string = field) => ({
    required: true,
    value: form[field],
    error: refused[path],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      setForm((before) => ({ ...before, [field]: value })),
  });
  const save = () => {
    const { name, currency, timeZone, country, ...address } = form;
    mutate({
      input: {
        storefrontId,
        name: name.trim(),
        currency: currency.trim().toUpperCase(),
        timeZone: timeZone.trim(),
        address: { ...address, country: country.trim().toUpperCase() },
      },
    });
  };
  return (
    <StepForm
      label="Add property"
      valid={Object.values(form).every((text) => text.trim() !== '')}
      {...{ save, isPending, error }}
    >
      <TextInput label="Name of the property" maxLength={120} {...typed('name')} />
      <TextInput label="Street and number" maxLength={200} {...typed('street', 'address.street')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label="Postal code" maxLength={20} {...typed('postalCode', 'address.postalCode')} />
        <TextInput label="Town" maxLength={100} {...typed('locality', 'address.locality')} />
        <TextInput
          label="Country"
          description="Two letters, for example CH."
          maxLength={2}
          {...typed('country', 'address.country')}
        />
        <TextInput
          label="Currency"
          description="Three letters, for example EUR."
          maxLength={3}
          {...typed('currency')}
        />
      </SimpleGrid>
      <TextInput
        label="Time zone"
        description="For example Europe/Zurich. The time zone and the currency can't be changed after the first booking."
        maxLength={64}
        {...typed('timeZone')}
      />
    </StepForm>
  );
}
