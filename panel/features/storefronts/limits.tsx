import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../kit/languages.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { storefrontsSetDocument } from './generated.ts';
import type { Storefront } from './storefront.ts';

/** The storefront's name and language, and limits on unpaid agent bookings. */
export function NameAndLimits({ storefront }: { readonly storefront: Storefront }) {
  const { id } = storefront;
  const language = storefront.locale.toLowerCase().split('-')[0] ?? '';
  const [form, setForm] = useState({
    name: storefront.name,
    language,
    holds: String(storefront.maxHoldsPerGuest),
    nights: String(storefront.maxHeldNights),
    share: String(storefront.maxHeldSharePercent),
  });
  const { mutate, isPending, isSuccess, error, reset } = useTeamMutation(storefrontsSetDocument);
  const set = (change: Partial<typeof form>) => {
    reset();
    setForm({ ...form, ...change });
  };
  const whole = (typed: string) => /^\d{1,10}$/.test(typed.trim());
  const valid = form.name.trim() !== '' && whole(form.holds) && whole(form.nights) && whole(form.share);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const input = {
      id,
      name: form.name.trim(),
      // Omitted if unchanged: the locale can have a region, which the form doesn't show.
      ...(form.language === language ? {} : { locale: form.language }),
      maxHoldsPerGuest: Number(form.holds),
      // Omitted if unchanged: sending it would turn the platform's default into a fixed value for a host who
      // hasn't chosen one.
      ...(Number(form.nights) === storefront.maxHeldNights ? {} : { maxHeldNights: Number(form.nights) }),
      maxHeldSharePercent: Number(form.share),
    };
    if (valid) mutate({ input });
  };
  return (
    <Panel title="Name and limits">
      <form onSubmit={save}>
        <Stack gap="md">
          <TextInput
            label="Name"
            description={`Shown to guests at ${storefront.domain}`}
            maxLength={120}
            value={form.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <Select
            label="Language"
            description="For agents, and for guests whose language the site doesn't have"
            value={form.language}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            searchable
            allowDeselect={false}
            onChange={(language) => set({ language: language ?? form.language })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="Unpaid bookings per guest"
              description="At the same time, by email address"
              inputMode="numeric"
              value={form.holds}
              error={whole(form.holds) ? undefined : 'Enter a whole number.'}
              onChange={(event) => set({ holds: event.currentTarget.value })}
            />
            <TextInput
              label="Unpaid nights per agent"
              description="Units times nights at the same time"
              inputMode="numeric"
              value={form.nights}
              error={whole(form.nights) ? undefined : 'Enter a whole number.'}
              onChange={(event) => set({ nights: event.currentTarget.value })}
            />
            <TextInput
              label="Unpaid units per night (%)"
              description="For unit types with more than 2 units"
              inputMode="numeric"
              value={form.share}
              error={whole(form.share) ? undefined : 'Enter a whole number.'}
              onChange={(event) => set({ share: event.currentTarget.value })}
            />
          </SimpleGrid>
          <ErrorNote error={error} />
          <SaveRow disabled={!valid} isSaving={isPending} isSaved={isSuccess} />
        </Stack>
      </form>
    </Panel>
  );
}
