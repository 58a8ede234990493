import { Button } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTeamMutation, useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { inOrderMade } from '../../format/order.ts';
import { ChangePrice } from './change-price.tsx';
import {
  type BookingDetailQuery,
  bookingChangePriceDocument,
  bookingStayChangeDocument,
  bookingUnitTypesDocument,
} from './generated.ts';
import { StayDialog } from './stay-dialog.tsx';
import { StayFields, type StayForm, stayInput } from './stay-fields.tsx';

type Booking = NonNullable<BookingDetailQuery['booking']>;

/** A changed stay, and whether dropped nights are free. */
interface ChangeForm extends StayForm {
  readonly waiveFee: boolean;
}

/** Pause in typing after which the price is requested. */
const PAUSE_MS = 400;

/**
 * Changes dates, party, unit type or units for a held or confirmed booking, and shows what the change costs before it's
 * saved; hidden if the booking has several lines.
 */
export function ChangeStay({ booking }: { readonly booking: Booking }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { data = [], error: unread } = useTeamQueryAll(
    bookingUnitTypesDocument,
    ({ unitTypes }) => unitTypes,
    {
      enabled: opened,
    },
  );
  const { mutate, isPending, error, reset } = useTeamMutation(bookingStayChangeDocument);
  const [form, setForm] = useState<ChangeForm | null>(null);
  const [asked] = useDebouncedValue(form, PAUSE_MS);
  const stay = stayOf(booking);
  const { data: price } = useTeamQuery(
    bookingChangePriceDocument,
    { input: { id: booking.id, ...(asked && changeInput(asked)) } },
    { enabled: opened && stay !== null && asked !== null && isPriceable(asked) && isOther(stay, asked) },
  );
  if (!stay || (booking.status !== 'held' && booking.status !== 'confirmed')) return null;
  const start = () => {
    reset();
    setForm(stay);
    open();
  };
  const shown = form ?? stay;
  const set = (change: Partial<ChangeForm>) => {
    reset();
    setForm({ ...shown, ...change });
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={start}>
        Change dates or guests
      </Button>
      <StayDialog
        title={`Change ${booking.reference}`}
        text="Payments stay as they are: request the difference from the guest, or refund it."
        saveLabel="Change booking"
        {...{ opened, close, isPending }}
        error={unread ?? error}
        save={() => mutate({ input: { id: booking.id, ...changeInput(shown) } }, { onSuccess: close })}
      >
        <StayFields
          form={shown}
          unitTypes={inOrderMade(data.filter(({ id, active }) => active || id === stay.unitTypeId))}
          hasBegun={booking.status === 'confirmed' && booking.stay.state === 'in_house'}
          set={set}
        />
        {price && isOther(stay, shown) && (
          <ChangePrice
            price={price.bookingChangePreview}
            waiveFee={shown.waiveFee}
            setWaiveFee={(waiveFee) => set({ waiveFee })}
          />
        )}
      </StayDialog>
    </>
  );
}

const changeInput = ({ waiveFee, ...stay }: ChangeForm) => ({ ...stayInput(stay), waiveFee });

/** True once every field that determines the price is complete. */
const isPriceable = ({ checkIn, checkOut, adults, quantity }: StayForm): boolean =>
  checkIn !== '' && checkOut > checkIn && Number(adults) > 0 && Number(quantity) > 0;

/** True if the stay differs from the booked one. */
const isOther = (booked: StayForm, { waiveFee: _waiveFee, ...wanted }: ChangeForm): boolean =>
  (Object.keys(wanted) as (keyof StayForm)[]).some((field) => wanted[field] !== booked[field]);

/** Returns the booked stay; null if the booking has several lines, or its unit type is unknown. */
function stayOf({ lines, checkIn, checkOut, party }: Booking): ChangeForm | null {
  const [line] = lines;
  if (lines.length !== 1 || !line?.unitTypeId) return null;
  return {
    unitTypeId: line.unitTypeId,
    checkIn,
    checkOut,
    adults: String(party.adults),
    children: String(party.children),
    quantity: String(line.quantity),
    waiveFee: false,
  };
}
