import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { NumberInput, TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import type { EditorProps } from './editor.tsx';
import { calendarCloseDocument } from './generated.ts';
import { RangeFields } from './range-fields.tsx';

/** Closes units for a range of nights, or opens them again: the calendar changes that the front desk can make. */
export function CloseNights({ unitType: { id, units }, range, bounds, onRange }: EditorProps) {
  const [closed, setClosed] = useState<number | string>('');
  const [reason, setReason] = useState('');
  const { mutate, isPending, isSuccess, error } = useTeamMutation(calendarCloseDocument);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (typeof closed !== 'number') return;
    const { from, until } = range;
    const update = { unitTypeId: id, from, until, closed, ...(reason.trim() && { reason: reason.trim() }) };
    mutate({ input: { updates: [update] } });
  };
  return (
    <Form error={error} onSubmit={save}>
      <Stack gap="md">
        <RangeFields within="updates.0." range={range} bounds={bounds} onRange={onRange} />
        <NumberInput
          field="updates.0.closed"
          label={t`Units closed`}
          description={t`Out of ${units}. Enter 0 to open all of them again.`}
          min={0}
          max={units}
          allowDecimal={false}
          value={closed}
          onChange={(value) => setClosed(value === '' ? '' : Number(value))}
        />
        <TextInput
          field="updates.0.reason"
          label={t`Reason (optional)`}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ErrorNote error={error} />
        {isSuccess && (
          <Alert color="lake" variant="light" role="status">
            <Trans>Saved. Agents will see the change in their next search.</Trans>
          </Alert>
        )}
        <Button type="submit" disabled={typeof closed !== 'number'} loading={isPending}>
          <Trans>Save</Trans>
        </Button>
      </Stack>
    </Form>
  );
}
