import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/hooks.ts';
import { addDays, count, day, nightsBetween } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import classes from './calendar.module.css';
import { type CalendarForm, inventoryOf, mistakesOf, ratesOf, UNTOUCHED } from './changes.ts';
import { type CalendarUnitTypesQuery, calendarInventory, calendarRates } from './generated.ts';
import type { NightRange } from './range.ts';

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
    if (Object.keys(mistakes).length || nothing) return;
    try {
      // Units first: only they are refused for what is booked already.
      if (changes.inventory) await inventory.mutateAsync({ input: changes.inventory });
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
            <Group grow>
              <TextInput
                type="date"
                label="First night"
                value={range.from}
                min={bounds.from}
                max={bounds.until}
                onChange={({ currentTarget: { value } }) =>
                  value && onRange({ from: value, until: value > range.until ? value : range.until })
                }
              />
              <TextInput
                type="date"
                label="Last night"
                value={range.until}
                min={range.from}
                max={bounds.until}
                onChange={({ currentTarget: { value } }) =>
                  value && onRange({ from: value < range.from ? value : range.from, until: value })
                }
              />
            </Group>
            <Text size="sm" c="dimmed">
              This changes {wordsOf(range)}. What you leave empty stays as it is.
            </Text>
            <TextInput
              label={`Rate a night (${currency})`}
              inputMode="decimal"
              value={form.rate}
              disabled={form.usualRate}
              error={mistakes.rate}
              onChange={(event) => set({ rate: event.currentTarget.value })}
            />
            <Checkbox
              label={`Back to the usual rate, ${money(unitType.baseRate, currency)}`}
              checked={form.usualRate}
              onChange={(event) => set({ usualRate: event.currentTarget.checked, rate: '' })}
            />
            <SimpleGrid cols={2}>
              <TextInput
                label="Units"
                inputMode="numeric"
                value={form.total}
                error={mistakes.total}
                onChange={(event) => set({ total: event.currentTarget.value })}
              />
              <TextInput
                label="Units closed"
                inputMode="numeric"
                value={form.closed}
                error={mistakes.closed}
                onChange={(event) => set({ closed: event.currentTarget.value })}
              />
              <TextInput
                label="Minimum stay"
                inputMode="numeric"
                value={form.minStay}
                disabled={form.noMinStay}
                error={mistakes.minStay}
                onChange={(event) => set({ minStay: event.currentTarget.value })}
              />
              <TextInput
                label="Maximum stay"
                inputMode="numeric"
                value={form.maxStay}
                disabled={form.noMaxStay}
                error={mistakes.maxStay}
                onChange={(event) => set({ maxStay: event.currentTarget.value })}
              />
              <Checkbox
                label="No minimum"
                checked={form.noMinStay}
                onChange={(event) => set({ noMinStay: event.currentTarget.checked, minStay: '' })}
              />
              <Checkbox
                label="No maximum"
                checked={form.noMaxStay}
                onChange={(event) => set({ noMaxStay: event.currentTarget.checked, maxStay: '' })}
              />
            </SimpleGrid>
            <YesOrNo label="Off sale" value={form.stopSell} onChange={(stopSell) => set({ stopSell })} />
            <YesOrNo
              label="No arrival on these days"
              value={form.closedToArrival}
              onChange={(closedToArrival) => set({ closedToArrival })}
            />
            <YesOrNo
              label="No departure on these days"
              value={form.closedToDeparture}
              onChange={(closedToDeparture) => set({ closedToDeparture })}
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

function YesOrNo({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: CalendarForm['stopSell'];
  readonly onChange: (value: CalendarForm['stopSell']) => void;
}) {
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[
        { value: '', label: 'Leave as it is' },
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ]}
      onChange={({ currentTarget: { value: chosen } }) =>
        onChange(chosen === 'yes' || chosen === 'no' ? chosen : '')
      }
    />
  );
}

const wordsOf = ({ from, until }: NightRange) =>
  from === until
    ? `the night of ${day(from)}`
    : `${count(nightsBetween(from, addDays(until, 1)), 'night')}, ${day(from)} to ${day(until)}`;
