import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Form } from '../../components/form.tsx';
import { addDays, day, nightsBetween } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import classes from './calendar.module.css';
import { type CalendarForm, changeOf, mistakesOf, UNTOUCHED } from './changes.ts';
import { calendarChangeDocument } from './generated.ts';
import { NightFields } from './night-fields.tsx';
import type { NightRange } from './range.ts';
import { RangeFields } from './range-fields.tsx';
import type { Property, UnitType } from './stays.ts';

/** Nights to change. */
export interface EditorProps {
  readonly property: Property;
  readonly unitType: UnitType;
  readonly range: NightRange;
  /** First and last editable night. */
  readonly bounds: NightRange;
  readonly onRange: (range: NightRange) => void;
}

/** Changes a range of nights; empty fields leave nights unchanged. */
export function Editor({ property: { currency }, unitType, range, bounds, onRange }: EditorProps) {
  const [form, setForm] = useState(UNTOUCHED);
  const { mutate, variables, isPending, isSuccess, error, reset } = useTeamMutation(calendarChangeDocument);
  const set = (fields: Partial<CalendarForm>) => {
    reset();
    setForm((before) => ({ ...before, ...fields }));
  };
  const mistakes = mistakesOf(form, currency);
  const input = changeOf(form, unitType.id, range, currency);

  function save(event: FormEvent) {
    event.preventDefault();
    if (!input || Object.keys(mistakes).length) return;
    mutate({ input }, { onSuccess: () => setForm(UNTOUCHED) });
  }

  return (
    <Form error={error} onSubmit={save} noValidate>
      <fieldset disabled={isPending} className={classes.fields}>
        <Stack gap="md">
          <RangeFields range={range} bounds={bounds} onRange={onRange} />
          <Text size="sm" c="dimmed">
            <Trans>This changes {wordsOf(range)}. Empty fields keep their current values.</Trans>
          </Text>
          <NightFields
            form={form}
            mistakes={mistakes}
            currency={currency}
            usualRate={money(unitType.baseRate, currency)}
            set={set}
          />
          <ErrorNote error={error} />
          {isSuccess && (
            <Alert color="lake" variant="light" role="status">
              <Trans>
                Saved for {wordsOf(variables.input)}. Agents will see the change in their next search.
              </Trans>
            </Alert>
          )}
          <Button type="submit" disabled={!input} loading={isPending}>
            <Trans>Save</Trans>
          </Button>
        </Stack>
      </fieldset>
    </Form>
  );
}

const wordsOf = ({ from, until }: NightRange) =>
  from === until
    ? t`the night of ${day(from)}`
    : t`${plural(nightsBetween(from, addDays(until, 1)), { one: '# night', other: '# nights' })}, ${day(from)} to ${day(until)}`;
