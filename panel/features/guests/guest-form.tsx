import { Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MAX_CONTACT_LIST } from '../../../schema/limits.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { CountryField, LanguageField } from '../../components/choice-fields.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Switch, TagsInput, Textarea, TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import {
  type GuestSavedMutation,
  type GuestSavedMutationVariables,
  guestSavedDocument,
} from './generated.ts';
import type { GuestDetail } from './guest-detail.ts';

/**
 * Corrects a guest's details; existing bookings keep their original details. After a save, the fields show
 * the stored values.
 */
export function GuestForm({ guest }: { readonly guest: GuestDetail }) {
  const change = useTeamMutation(guestSavedDocument);
  return <Fields key={guest.version} guest={guest} change={change} />;
}

interface FieldsProps {
  readonly guest: GuestDetail;
  readonly change: ReturnType<typeof useTeamMutation<GuestSavedMutation, GuestSavedMutationVariables>>;
}

function Fields({ guest, change: { mutate, isPending, isSuccess, error } }: FieldsProps) {
  const [emails, setEmails] = useState([...guest.emails]);
  const [phones, setPhones] = useState([...guest.phones]);
  const [tags, setTags] = useState([...guest.tags]);
  const [locale, setLocale] = useState(guest.locale ?? '');
  const [country, setCountry] = useState(guest.country ?? '');
  const [offers, setOffers] = useState(guest.marketingConsent.given);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? '').trim() || null;
    const consent =
      offers === guest.marketingConsent.given
        ? {}
        : { marketingConsent: { given: offers, source: 'host panel' } };
    mutate({
      input: {
        id: guest.id,
        firstName: text('firstName'),
        lastName: text('lastName'),
        emails,
        phones,
        locale: locale || null,
        country: country || null,
        notes: text('notes'),
        tags,
        ...consent,
      },
    });
  };
  return (
    <Form error={error} onSubmit={save}>
      <Stack gap="md">
        <Group grow align="flex-start">
          <TextInput
            field="firstName"
            label="First name"
            name="firstName"
            maxLength={100}
            defaultValue={guest.firstName ?? ''}
          />
          <TextInput
            field="lastName"
            label="Last name"
            name="lastName"
            maxLength={100}
            defaultValue={guest.lastName ?? ''}
          />
        </Group>
        <TagsInput
          field="emails"
          label="Email addresses"
          description="Press Enter after each one."
          maxTags={MAX_CONTACT_LIST}
          value={emails}
          onChange={setEmails}
        />
        <TagsInput
          field="phones"
          label="Phone numbers"
          description="With the country code, for example +41 79 123 45 67, so that new bookings are matched to this guest."
          maxTags={MAX_CONTACT_LIST}
          value={phones}
          onChange={setPhones}
        />
        <Group grow align="flex-start">
          <LanguageField field="locale" label="Language" clearable value={locale} onChange={setLocale} />
          <CountryField field="country" label="Country" clearable value={country} onChange={setCountry} />
        </Group>
        <TagsInput field="tags" label="Tags" maxTags={MAX_CONTACT_LIST} value={tags} onChange={setTags} />
        <Textarea
          field="notes"
          label="Notes"
          description="Apps with access to your guests can read them too."
          name="notes"
          rows={4}
          maxLength={5_000}
          defaultValue={guest.notes ?? ''}
        />
        <Switch
          field="marketingConsent"
          label="Agreed to receive offers"
          checked={offers}
          onChange={(event) => setOffers(event.currentTarget.checked)}
        />
        <ErrorNote error={error} />
        <SaveRow disabled={false} isSaving={isPending} isSaved={isSuccess} />
      </Stack>
    </Form>
  );
}
