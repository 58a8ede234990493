import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Form } from '../../components/form.tsx';
import { SearchField, useSearch } from '../../components/search-field.tsx';
import { guestMergedDocument, guestsListDocument } from './generated.ts';
import type { GuestDetail } from './guest-detail.ts';
import { guestName } from './guest-words.ts';

/** Number of guests offered to choose from. */
const OFFERED = 8;

/** Merges a guest into another guest, found by search. */
export function MergeGuest({ guest }: { readonly guest: GuestDetail }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        <Trans>Merge…</Trans>
      </Button>
      <Modal opened={opened} onClose={close} title={t`Merge ${guestName(guest)} into another guest`} centered>
        <Choice guest={guest} close={close} />
      </Modal>
    </>
  );
}

function Choice({ guest, close }: { readonly guest: GuestDetail; readonly close: () => void }) {
  const [, go] = useLocation();
  const { search, field } = useSearch();
  const [into, setInto] = useState('');
  const { data, error } = useTeamQuery(guestsListDocument, { search, first: OFFERED + 1, after: null });
  const { mutateAsync, isPending, error: refusal } = useTeamMutation(guestMergedDocument);
  const others =
    data?.contacts?.nodes.filter(({ id, redactedAt }) => id !== guest.id && redactedAt === null) ?? [];
  const offered = others.slice(0, OFFERED);
  const merge = (event: FormEvent) => {
    event.preventDefault();
    mutateAsync({ id: guest.id, into }).then(
      () => {
        close();
        go(`/guests/${into}`);
      },
      () => {
        // The dialog shows the error: see `refusal`.
      },
    );
  };
  return (
    <Form error={error} onSubmit={merge}>
      <Stack>
        <Text size="sm">
          <Trans>
            The guest you choose gets this guest's bookings, addresses, phone numbers and tags. You can undo
            this for 30 days.
          </Trans>
        </Text>
        <SearchField by={t`name, email or phone`} {...field} />
        <Radio.Group label={t`Merge into`} value={into} onChange={setInto}>
          <Stack gap="xs" mt="xs">
            {offered.map((other) => (
              <Radio
                key={other.id}
                value={other.id}
                label={guestName(other)}
                description={[...other.emails, ...other.phones].join(', ')}
              />
            ))}
            {data && offered.length === 0 && (
              <Text size="sm">
                <Trans>No other guest found.</Trans>
              </Text>
            )}
          </Stack>
        </Radio.Group>
        <ErrorNote error={refusal ?? error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            <Trans>Go back</Trans>
          </Button>
          <Button type="submit" loading={isPending} disabled={!offered.some(({ id }) => id === into)}>
            <Trans>Merge</Trans>
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
