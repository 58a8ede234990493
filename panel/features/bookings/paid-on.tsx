import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { TextInput } from '../../components/fields.tsx';
import { instantOf, todayIn } from '../../format/dates.ts';

/**
 * Day at the property on which money changed hands. `at` is null for today, so that the server takes its own time, and noon of
 * an earlier day.
 */
export function usePaidOn(timeZone = 'UTC') {
  const today = todayIn(timeZone);
  const [day, setDay] = useState(today);
  const isValid = day !== '' && day <= today;
  return {
    day,
    setDay,
    today,
    isValid,
    at: !isValid || day === today ? null : instantOf(`${day}T12:00`, timeZone),
  };
}

interface PaidOnProps {
  readonly field: string;
  readonly label: string;
  readonly paidOn: ReturnType<typeof usePaidOn>;
}

/** Field for that day. */
export const PaidOn = ({ field, label, paidOn: { day, setDay, today, isValid } }: PaidOnProps) => (
  <TextInput
    field={field}
    label={label}
    type="date"
    required
    max={today}
    value={day}
    onChange={(event) => setDay(event.currentTarget.value)}
    error={isValid ? null : t`Enter today or an earlier day.`}
  />
);
