import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MAX_BOOKING_NOTE } from '../../../schema/limits.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Textarea } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { type BookingDetailQuery, bookingNoteDocument } from './generated.ts';

interface EditNoteProps {
  readonly booking: Pick<NonNullable<BookingDetailQuery['booking']>, 'id' | 'note'>;
  readonly close: () => void;
}

/** Dialog for the team's note on a booking. */
export function EditNote({ booking: { id, note = null }, close }: EditNoteProps) {
  const [text, setText] = useState(note ?? '');
  const { mutate, isPending, error } = useTeamMutation(bookingNoteDocument);
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate({ bookingId: id, note: text.trim() || null }, { onSuccess: close });
  };
  return (
    <OpenDialog onClose={close} title={t`Note`} centered>
      <Form error={error} onSubmit={save}>
        <Stack>
          <Textarea
            field="note"
            label={t`Note for your team`}
            description={t`Guests and apps can't see it.`}
            maxLength={MAX_BOOKING_NOTE}
            autosize
            minRows={4}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
          <ErrorNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={isPending}>
              <Trans>Save note</Trans>
            </Button>
          </Group>
        </Stack>
      </Form>
    </OpenDialog>
  );
}
