import { Alert, Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/hooks.ts';
import { addDays, count, day, nightsBetween } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import classes from './calendar.module.css';
import { type CalendarForm, inventoryOf, mistakesOf, ratesOf, UNTOUCHED } from './changes.ts';
import { type CalendarUnitTypesQuery, calendarInventory, calendarRates } from './generated.ts';
import { NightFields } from './night-fields.tsx';
import type { NightRange } from './range.ts';
import { RangeFields } from './range-fields.tsx';

/** What is sold and edited here. */
export type CalendarUnitType = CalendarUnitTypesQuery['unitTypes']['nodes'][number];

interface EditorProps {
  readonly unitType: CalendarUnitType;
  readonly range: NightRange;
  /** The first and last night that can be changed. */
  readonly bounds: NightRange;
  readonly onRange: (range: NightRange) => void;
}

/** Changes a range of nights: what is left empty stays as it is. */
export function Editor({ unitType, range, bounds, onRange }: EditorProps) {
  const { currency } = unitType.property;
  const [form, setForm] = useState(UNTOUCHED);
  const [saved, setSaved] = useState<string | null>(null);
  const rates = useChange(calendarRates);
  const inventory = useChange(calendarInventory);
  const set = (change: Partial<CalendarForm>) => {
    setSaved(null);
    setForm((before) => ({ ...before, ...change }));
  };
  const mistakes = mistakesOf(form, currency);
  const changes = {
    inventory: inventoryOf(form, unitType.id, range),
    rates: ratesOf(form, unitType.id, range, currency),
  };
  const nothing = !changes.inventory && !changes.rates;
  const isSaving = inventory.isPending || rates.isPending;

  async function save(event: FormEvent) {
    event.preventDefault();
    setSaved(null);
    inventory.reset();
    rates.reset();
    if (Object.keys(mistakes).length || nothing) return;
    try {
      // Units first: only they are refused for what is booked already.
      if (changes.inventory) await inventory.mutateAsync({ input: changes.inventory });
      set({ total: '', closed: '' });
      if (changes.rates) await rates.mutateAsync({ input: changes.rates });
    } catch {
      return; // said below by the mutation that failed
    }
    setForm(UNTOUCHED);
    setSaved(wordsOf(range));
  }

  return (
    <Panel title="Change nights">
      <form onSubmit={(event) => void save(event)} noValidate>
        <fieldset disabled={isSaving} className={classes.fields}>
          <Stack gap="md">
            <RangeFields range={range} bounds={bounds} onRange={onRange} />
            <Text size="sm" c="dimmed">
              This changes {wordsOf(range)}. What you leave empty stays as it is.
            </Text>
            <NightFields
              form={form}
              mistakes={mistakes}
              currency={currency}
              usualRate={money(unitType.baseRate, currency)}
              set={set}
            />
            <ErrorNote error={inventory.error ?? rates.error} />
            {saved && (
              <Alert color="lake" variant="light" role="status">
                Saved for {saved}. Agents see it at their next search.
              </Alert>
            )}
            <Button type="submit" disabled={nothing} loading={isSaving}>
              Save
            </Button>
          </Stack>
        </fieldset>
      </form>
    </Panel>
  );
}

const wordsOf = ({ from, until }: NightRange) =>
  from === until
    ? `the night of ${day(from)}`
    : `${count(nightsBetween(from, addDays(until, 1)), 'night')}, ${day(from)} to ${day(until)}`;
