import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { NumberInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { FeedFields } from './feed-fields.tsx';
import { type CalendarsFeedFragment, calendarsFeedUpdateDocument } from './generated.ts';

/** Edits another platform's calendar; if its link has changed, the calendar is read immediately. */
export function ChangeFeed({ feed }: { readonly feed: CalendarsFeedFragment }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        <Trans>Change</Trans>
      </Button>
      <Modal opened={isOpen} onClose={close} title={t`Change ${feed.name}`} centered>
        {isOpen && <FeedForm feed={feed} onClose={close} />}
      </Modal>
    </>
  );
}

function FeedForm({ feed, onClose }: { readonly feed: CalendarsFeedFragment; readonly onClose: () => void }) {
  const { mutateAsync, isPending, error } = useTeamMutation(calendarsFeedUpdateDocument);
  const { id, name, url, units, holdBackUnits } = feed;
  const [typed, setTyped] = useState({ name, url, units, holdBackUnits });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const { url: link, ...others } = typed;
    await mutateAsync({ input: { id, ...others, ...(link === url ? {} : { url: link }) } }).then(
      onClose,
      () => {}, // shown below
    );
  };
  return (
    <Form error={error} onSubmit={save}>
      <Stack>
        <FeedFields typed={typed} onChange={(change) => setTyped({ ...typed, ...change })} />
        <NumberInput
          field="holdBackUnits"
          label={t`Units held back while it fails`}
          description={t`Agents are offered this many fewer units per night if the calendar couldn't be read for 6 hours`}
          min={0}
          max={100}
          allowDecimal={false}
          value={typed.holdBackUnits}
          onChange={(value) => setTyped({ ...typed, holdBackUnits: Number(value) || 0 })}
        />
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={!typed.name.trim() || !typed.url.trim()} loading={isPending}>
            <Trans>Save</Trans>
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
