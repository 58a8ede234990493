import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { refusedFields } from '../../api/errors.ts';
import { useTeamMutation, useTeamQueryAll } from '../../api/hooks.ts';
import { inOrderMade } from '../../format/order.ts';
import { type BookingDetailQuery, bookingStayChangeDocument, bookingUnitTypesDocument } from './generated.ts';
import { StayDialog } from './stay-dialog.tsx';
import { StayFields, type StayForm, stayInput } from './stay-fields.tsx';

type Booking = NonNullable<BookingDetailQuery['booking']>;

/**
 * Changes dates, party, unit type or units for a held or confirmed booking; hidden if the booking has several
 * lines.
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
  const [form, setForm] = useState<StayForm | null>(null);
  const stay = stayOf(booking);
  if (!stay || (booking.status !== 'held' && booking.status !== 'confirmed')) return null;
  const start = () => {
    reset();
    setForm(stay);
    open();
  };
  const shown = form ?? stay;
  return (
    <>
      <Button variant="default" size="xs" onClick={start}>
        Change dates or guests
      </Button>
      <StayDialog
        title={`Change ${booking.reference}`}
        text="The new stay is priced at your current rates. Payments stay as they are, and you may have to assign units again."
        saveLabel="Change booking"
        {...{ opened, close, isPending }}
        error={unread ?? error}
        save={() => mutate({ input: { id: booking.id, ...stayInput(shown) } }, { onSuccess: close })}
      >
        <StayFields
          form={shown}
          unitTypes={inOrderMade(data.filter(({ id, active }) => active || id === stay.unitTypeId))}
          refused={refusedFields(error)}
          set={(change) => {
            reset();
            setForm({ ...shown, ...change });
          }}
        />
      </StayDialog>
    </>
  );
}

/** Returns the booked stay; null if the booking has several lines, or its unit type is unknown. */
function stayOf({ lines, checkIn, checkOut, party }: Booking): StayForm | null {
  const [line] = lines;
  if (lines.length !== 1 || !line?.unitTypeId) return null;
  return {
    unitTypeId: line.unitTypeId,
    checkIn,
    checkOut,
    adults: String(party.adults),
    children: String(party.children),
    quantity: String(line.quantity),
  };
}
