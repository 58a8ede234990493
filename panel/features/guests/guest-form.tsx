import { t } from '@lingui/core/macro';
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
            label={t`First name`}
            name="firstName"
            maxLength={100}
            defaultValue={guest.firstName ?? ''}
          />
          <TextInput
            field="lastName"
            label={t`Last name`}
            name="lastName"
            maxLength={100}
            defaultValue={guest.lastName ?? ''}
          />
        </Group>
        <TagsInput
          field="emails"
          label={t`Email addresses`}
          description={t`Press Enter after each one.`}
          maxTags={MAX_CONTACT_LIST}
          value={emails}
          onChange={setEmails}
        />
        <TagsInput
          field="phones"
          label={t`Phone numbers`}
          description={t`With the country code, for example +41 79 123 45 67, so that new bookings are matched to this guest.`}
          maxTags={MAX_CONTACT_LIST}
          value={phones}
          onChange={setPhones}
        />
        <Group grow align="flex-start">
          <LanguageField field="locale" label={t`Language`} clearable value={locale} onChange={setLocale} />
          <CountryField field="country" label={t`Country`} clearable value={country} onChange={setCountry} />
        </Group>
        <TagsInput field="tags" label={t`Tags`} maxTags={MAX_CONTACT_LIST} value={tags} onChange={setTags} />
        <Textarea
          field="notes"
          label={t`Notes`}
          description={t`Apps with access to your guests can read them too.`}
          name="notes"
          rows={4}
          maxLength={5_000}
          defaultValue={guest.notes ?? ''}
        />
        <Switch
          field="marketingConsent"
          label={t`Agreed to receive offers`}
          checked={offers}
          onChange={(event) => setOffers(event.currentTarget.checked)}
        />
        <ErrorNote error={error} />
        <SaveRow disabled={false} isSaving={isPending} isSaved={isSuccess} />
      </Stack>
    </Form>
  );
}
