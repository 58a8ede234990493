import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { refusedFields } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { propertyEditDocument } from './generated.ts';
import type { Property } from './property-detail.ts';

/** Name, currency and time zone; the last two are refused once a stay was booked. */
export function PropertyForm({
  property: { id, name, currency, timeZone },
}: {
  readonly property: Property;
}) {
  const [form, setForm] = useState({ name, currency, timeZone });
  const { mutate, isPending, isSuccess, error, reset } = useTeamMutation(propertyEditDocument);
  const refused = refusedFields(error);
  const typed = (field: keyof typeof form) => ({
    value: form[field],
    error: refused[field],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) => {
      reset();
      setForm((before) => ({ ...before, [field]: value }));
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { name: newName, currency: newCurrency, timeZone: newZone } = form;
    const input = { name: newName.trim(), currency: newCurrency.trim(), timeZone: newZone.trim() };
    mutate({ input: { id, ...input } });
  };
  return (
    <form onSubmit={save}>
      <Stack gap="md">
        <TextInput label="Name" description="Shown to guests" maxLength={120} {...typed('name')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label="Currency"
            description="Fixed after the first booking"
            maxLength={3}
            {...typed('currency')}
          />
          <TextInput
            label="Time zone"
            description="Fixed after the first booking"
            maxLength={64}
            {...typed('timeZone')}
          />
        </SimpleGrid>
        <ErrorNote error={error} />
        <SaveRow disabled={form.name.trim() === ''} isSaving={isPending} isSaved={isSuccess} />
      </Stack>
    </form>
  );
}
