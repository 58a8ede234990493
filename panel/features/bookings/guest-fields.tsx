import { t } from '@lingui/core/macro';
import { SimpleGrid } from '@mantine/core';
import { TextInput } from '../../components/fields.tsx';
import type { EntryForm } from './entry-form.ts';

interface GuestFieldsProps {
  readonly form: EntryForm;
  readonly set: (change: Partial<EntryForm>) => void;
}

/** The guest's name and how to reach them. */
export function GuestFields({ form, set }: GuestFieldsProps) {
  const typed = (field: 'firstName' | 'lastName' | 'email' | 'phone') => ({
    value: form[field],
    field: `guest.${field}`,
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      set({ [field]: value }),
  });
  return (
    <SimpleGrid cols={2}>
      <TextInput label={t`First name`} required maxLength={100} {...typed('firstName')} />
      <TextInput label={t`Last name`} required maxLength={100} {...typed('lastName')} />
      <TextInput label={t`Email`} inputMode="email" maxLength={254} {...typed('email')} />
      <TextInput label={t`Phone`} type="tel" maxLength={40} {...typed('phone')} />
    </SimpleGrid>
  );
}
