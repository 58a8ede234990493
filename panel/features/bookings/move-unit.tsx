import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { NativeSelect, TextInput } from '../../components/fields.tsx';
import { todayIn } from '../../format/dates.ts';
import { type BookingDetailQuery, bookingUnitChangeDocument } from './generated.ts';
import { StayDialog } from './stay-dialog.tsx';

type Booking = NonNullable<BookingDetailQuery['booking']>;

/** Moves a booking's guests to another unit from a night on; hidden if they have none, or the stay is over. */
export function MoveUnit({ booking }: { readonly booking: Booking }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { mutate, isPending, error, reset } = useTeamMutation(bookingUnitChangeDocument);
  const [form, setForm] = useState({ fromUnitId: '', unitId: '', from: '' });
  const { id, reference, status, stay, lines, checkIn, property } = booking;
  const current = lines.flatMap(({ unitType, units }) =>
    units.filter(({ until }) => until === null).map((unit) => ({ ...unit, unitType })),
  );
  const [first] = current;
  const isOpen = stay.state === 'expected' || stay.state === 'in_house';
  if (status !== 'confirmed' || !isOpen || !first) return null;
  const leaves = current.find((unit) => unit.id === form.fromUnitId) ?? first;
  const others = (leaves.unitType?.namedUnits ?? []).filter(
    (unit) => !current.some((one) => one.id === unit.id),
  );
  const start = () => {
    reset();
    const today = todayIn(property?.timeZone ?? 'UTC');
    setForm({ fromUnitId: first.id, unitId: '', from: today > checkIn ? today : checkIn });
    open();
  };
  const set = (change: Partial<typeof form>) => {
    reset();
    setForm({ ...form, ...change });
  };
  const unitId = form.unitId || (others[0]?.id ?? '');
  return (
    <>
      <Button size="xs" variant="default" onClick={start}>
        <Trans>Move to another unit</Trans>
      </Button>
      <StayDialog
        title={t`Move ${reference} to another unit`}
        text={t`The nights before stay in the current unit. If the guests are in house, the unit that they leave becomes dirty.`}
        saveLabel={t`Move`}
        {...{ opened, close, isPending, error }}
        save={() => mutate({ id, unitId, from: form.from, fromUnitId: leaves.id }, { onSuccess: close })}
      >
        {current.length > 1 && (
          <NativeSelect
            field="fromUnitId"
            label={t`Unit that they leave`}
            value={leaves.id}
            onChange={({ currentTarget: { value } }) => set({ fromUnitId: value, unitId: '' })}
            data={current.map(({ id: value, name }) => ({ value, label: t`Unit ${name}` }))}
          />
        )}
        <NativeSelect
          field="unitId"
          label={t`New unit`}
          value={unitId}
          onChange={({ currentTarget: { value } }) => set({ unitId: value })}
          data={others.map(({ id: value, name }) => ({ value, label: t`Unit ${name}` }))}
        />
        <TextInput
          field="from"
          type="date"
          label={t`First night in the new unit`}
          value={form.from}
          min={checkIn}
          onChange={({ currentTarget: { value } }) => set({ from: value })}
          required
        />
      </StayDialog>
    </>
  );
}
