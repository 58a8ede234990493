import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { type HousekeptUnitFragment, housekeepingSetDocument } from './generated.ts';
import classes from './housekeeping.module.css';

interface OutOfOrderProps {
  readonly unit: HousekeptUnitFragment;
  readonly opened: boolean;
  readonly close: () => void;
}

/** The form that puts a unit out of order for some nights. */
export function OutOfOrder({ unit: { id, name, housekeeping }, opened, close }: OutOfOrderProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(housekeepingSetDocument);
  const [from, setFrom] = useState(housekeeping.from ?? '');
  const [until, setUntil] = useState(housekeeping.until ?? '');
  const [reason, setReason] = useState(housekeeping.reason ?? '');
  const save = (event: FormEvent) => {
    event.preventDefault();
    const nights = { from, until, reason: reason.trim() || null };
    mutateAsync({ input: { unitId: id, status: 'out_of_order', ...nights } }).then(close, () => {
      // The dialog shows the error: see `error`.
    });
  };
  return (
    <Modal opened={opened} onClose={close} title={t`Put unit ${name} out of order`} centered>
      <Form error={error} onSubmit={save}>
        <Stack>
          <Text>
            <Trans>
              These nights can’t be booked. Bookings in the unit keep their dates and price but lose the unit.
              Where no other unit is free, Today shows a conflict.
            </Trans>
          </Text>
          <Group grow align="flex-start">
            <TextInput
              field="from"
              type="date"
              label={t`First night`}
              required
              value={from}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
            />
            <TextInput
              field="until"
              type="date"
              label={t`Last night`}
              required
              min={from}
              value={until}
              onChange={({ currentTarget }) => setUntil(currentTarget.value)}
            />
          </Group>
          <TextInput
            field="reason"
            label={t`Reason`}
            description={t`Only your team sees it.`}
            maxLength={200}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
          <ErrorNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" className={classes.action ?? ''} onClick={close}>
              <Trans>Go back</Trans>
            </Button>
            <Button type="submit" className={classes.action ?? ''} loading={isPending}>
              <Trans>Close these nights</Trans>
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
