import { Button, NumberInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { calendarsFeedAddDocument } from './generated.ts';

const EMPTY = { name: '', url: '', units: 1 };

/** A form that adds a calendar of another platform; it is read at once. */
export function NewFeed({ unitTypeId }: { readonly unitTypeId: string }) {
  const { mutateAsync, isPending, error } = useTeamMutation(calendarsFeedAddDocument);
  const [typed, setTyped] = useState(EMPTY);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    await mutateAsync({ input: { unitTypeId, ...typed } }).then(
      () => setTyped(EMPTY),
      () => {}, // shown below
    );
  };
  return (
    <form onSubmit={add} aria-label="Add a calendar">
      <Stack gap="sm" align="flex-start">
        <TextInput
          w="100%"
          label="Name"
          description="For example Airbnb"
          maxLength={80}
          value={typed.name}
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, name: value })}
        />
        <TextInput
          w="100%"
          label="Export link"
          description="The https or webcal link that the other platform shows, usually ending in .ics"
          maxLength={2_000}
          autoCapitalize="none"
          spellCheck={false}
          value={typed.url}
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, url: value })}
        />
        <NumberInput
          label="Units per event"
          min={1}
          max={100}
          allowDecimal={false}
          value={typed.units}
          onChange={(value) => setTyped({ ...typed, units: Number(value) || 1 })}
        />
        <ErrorNote error={error} />
        <Button
          type="submit"
          variant="default"
          disabled={!typed.name.trim() || !typed.url.trim()}
          loading={isPending}
        >
          Add calendar
        </Button>
      </Stack>
    </form>
  );
}
