import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Form } from '../../components/form.tsx';
import { FeedFields, type TypedFeed } from './feed-fields.tsx';
import { calendarsFeedAddDocument } from './generated.ts';

const EMPTY: TypedFeed = { name: '', url: '', units: 1 };

/** Form that adds another platform's calendar; it's read immediately. */
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
    <Form error={error} onSubmit={add} aria-label={t`Add a calendar`}>
      <Stack gap="sm" align="flex-start">
        <FeedFields typed={typed} onChange={(change) => setTyped({ ...typed, ...change })} />
        <ErrorNote error={error} />
        <Button
          type="submit"
          variant="default"
          disabled={!typed.name.trim() || !typed.url.trim()}
          loading={isPending}
        >
          <Trans>Add calendar</Trans>
        </Button>
      </Stack>
    </Form>
  );
}
