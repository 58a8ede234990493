import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTeamMutation, useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { NativeSelect } from '../../components/fields.tsx';
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
import { isOngoing } from './stay-moves.ts';

type Booking = NonNullable<BookingDetailQuery['booking']>;

/** A changed stay, and whether dropped nights are free. */
interface ChangeForm extends StayForm {
  /** The line whose guests change; empty if the booking has one line. */
  readonly lineId: string;
  readonly waiveFee: boolean;
}

/** Pause in typing after which the price is requested. */
const PAUSE_MS = 400;

/**
 * Changes dates, party, unit type or units for a held or confirmed booking, and shows what the change costs before it's
 * saved. Of several lines, it changes one line's guests, and the dates of all.
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
  const stay = stayOf(booking, form?.lineId);
  const { data: price } = useTeamQuery(
    bookingChangePriceDocument,
    { input: { id: booking.id, ...(asked && changeInput(asked)) } },
    { enabled: opened && stay !== null && asked !== null && isPriceable(asked) && isOther(stay, asked) },
  );
  if (!stay || !isOngoing(booking)) return null;
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
        <Trans>Change dates or guests</Trans>
      </Button>
      <StayDialog
        title={t`Change ${booking.reference}`}
        text={t`Payments stay as they are: request the difference from the guest, or refund it.`}
        saveLabel={t`Change booking`}
        {...{ opened, close, isPending }}
        error={unread ?? error}
        save={() => mutate({ input: { id: booking.id, ...changeInput(shown) } }, { onSuccess: close })}
      >
        {shown.lineId !== '' && (
          <NativeSelect
            label={t`Guests of`}
            description={t`The dates change for the whole booking.`}
            data={booking.lines.map(({ id, title }) => ({ value: id, label: `${id}. ${title}` }))}
            field="lineId"
            value={shown.lineId}
            onChange={({ currentTarget: { value: lineId } }) => {
              const { adults, children } = stayOf(booking, lineId) ?? shown;
              set({ lineId, adults, children });
            }}
          />
        )}
        <StayFields
          isOneLine={shown.lineId !== ''}
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

function changeInput({ waiveFee, lineId, ...form }: ChangeForm) {
  const { unitTypeId, quantity, ...stay } = stayInput(form);
  return lineId === '' ? { unitTypeId, quantity, ...stay, waiveFee } : { lineId, ...stay, waiveFee };
}

/** True once every field that determines the price is complete. */
const isPriceable = ({ checkIn, checkOut, adults, quantity }: StayForm): boolean =>
  checkIn !== '' && checkOut > checkIn && Number(adults) > 0 && Number(quantity) > 0;

/** True if the stay differs from the booked one. */
const isOther = (booked: StayForm, { waiveFee: _waiveFee, ...wanted }: ChangeForm): boolean =>
  (Object.keys(wanted) as (keyof StayForm)[]).some((field) => wanted[field] !== booked[field]);

/**
 * Returns the booked stay, with the guests of the line with this id or, without one, of the first. Null if its unit type
 * is unknown, or it has several lines that the host can't change one by one.
 */
function stayOf({ lines, status, checkIn, checkOut, party }: Booking, lineId = ''): ChangeForm | null {
  const line = lines.find(({ id }) => id === lineId) ?? lines[0];
  const isSeveral = lines.length > 1;
  const guests = isSeveral ? line?.party : party;
  if (!line?.unitTypeId || !guests || (isSeveral && status !== 'confirmed')) return null;
  return {
    lineId: isSeveral ? line.id : '',
    unitTypeId: line.unitTypeId,
    checkIn,
    checkOut,
    adults: String(guests.adults),
    children: String(guests.children),
    quantity: String(line.quantity),
    waiveFee: false,
  };
}
