import { NativeSelect, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { storefrontsSetDocument } from './generated.ts';
import type { Storefront } from './storefront.ts';

type GuestChanges = Storefront['guestChanges'];

const CHANGES: Readonly<Record<GuestChanges, string>> = {
  off: "Guests can't change their stay",
  request: 'Guests request changes, and you decide',
  instant: 'Guests change their stay themselves',
};

const isChanges = (value: string): value is GuestChanges => value in CHANGES;

/** What guests can do on their booking's page. */
export function AfterBooking({ storefront }: { readonly storefront: Storefront }) {
  const { id } = storefront;
  const [guestChanges, setChanges] = useState(storefront.guestChanges);
  const { mutate, isPending, isSuccess, error, reset } = useTeamMutation(storefrontsSetDocument);
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate({ input: { id, guestChanges } });
  };
  return (
    <Panel title="After booking">
      <form onSubmit={save}>
        <Stack gap="md">
          <NativeSelect
            label="Changes to a booked stay"
            description="Kept nights keep their price, and dropped nights are charged by the cancellation terms"
            value={guestChanges}
            data={Object.entries(CHANGES).map(([value, label]) => ({ value, label }))}
            onChange={({ currentTarget: { value } }) => {
              reset();
              if (isChanges(value)) setChanges(value);
            }}
          />
          <ErrorNote error={error} />
          <SaveRow disabled={false} isSaving={isPending} isSaved={isSuccess} />
        </Stack>
      </form>
    </Panel>
  );
}
