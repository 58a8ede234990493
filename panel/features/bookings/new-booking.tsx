import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useTeamMutation, useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { todayIn } from '../../format/dates.ts';
import { inOrderMade } from '../../format/order.ts';
import { translated } from '../../i18n/translated.ts';
import { EMPTY_ENTRY, type EntryForm, entryInput, isPriceable, previewInput } from './entry-form.ts';
import { EntryPreview } from './entry-preview.tsx';
import { EntryTerms } from './entry-terms.tsx';
import { bookingEnterDocument, bookingPricedDocument, bookingUnitTypesDocument } from './generated.ts';
import { GuestFields } from './guest-fields.tsx';
import { allowedHold } from './hold-choices.ts';
import { StayDialog } from './stay-dialog.tsx';
import { StayFields } from './stay-fields.tsx';

/** Delay between typing and asking for the price, in milliseconds. */
const PAUSE_MS = 300;

const EFFECTS: Readonly<Record<EntryForm['payment'], string>> = translated({
  unpaid: msg`The nights are held until you record a payment. Restrictions, such as a minimum stay, don’t apply.`,
  link: msg`The guest gets an email with a link for paying. Restrictions, such as a minimum stay, don’t apply.`,
  paid: msg`The booking is confirmed immediately. Restrictions, such as a minimum stay, don’t apply.`,
});

interface NewBookingProps {
  /** Unit type and dates to begin with. */
  readonly stay?: Pick<EntryForm, 'unitTypeId' | 'checkIn' | 'checkOut'>;
}

/** Enters a booking agreed at the desk, by phone or elsewhere. */
export function NewBooking({ stay }: NewBookingProps) {
  const [opened, { open, close }] = useDisclosure(false);
  const [, navigate] = useLocation();
  const { data = [], error: unread } = useTeamQueryAll(
    bookingUnitTypesDocument,
    ({ unitTypes: listed }) => listed,
    {
      enabled: opened,
    },
  );
  const { mutate, isPending, error, reset } = useTeamMutation(bookingEnterDocument);
  const [typed, setForm] = useState(EMPTY_ENTRY);
  /** Stays the same for every attempt to enter one booking, so that retries don't create duplicates. */
  const [externalId, setExternalId] = useState('');
  const unitTypes = inOrderMade(data.filter(({ active }) => active));
  const today = todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const form = {
    ...typed,
    unitTypeId: typed.unitTypeId || (unitTypes[0]?.id ?? ''),
    holdHours: allowedHold(typed.holdHours, today, typed.checkIn),
  };
  const { currency = 'EUR' } = unitTypes.find(({ id }) => id === form.unitTypeId)?.property ?? {};
  const [asked] = useDebouncedValue(form, PAUSE_MS);
  const { data: priced } = useTeamQuery(
    bookingPricedDocument,
    { input: previewInput(asked, currency) },
    { enabled: opened && isPriceable(asked) },
  );
  const set = (change: Partial<EntryForm>) => {
    reset();
    setForm((before) => ({ ...before, ...change }));
  };
  const start = () => {
    reset();
    setForm({ ...EMPTY_ENTRY, ...stay });
    setExternalId(crypto.randomUUID());
    open();
  };
  const save = () =>
    mutate(
      { input: { externalId, ...entryInput(form, currency) } },
      { onSuccess: ({ bookingCreate: made }) => made?.booking && navigate(`/bookings/${made.booking.id}`) },
    );
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={start}>
        <Trans>New booking</Trans>
      </Button>
      <StayDialog
        title={t`New booking`}
        text={EFFECTS[form.payment]}
        saveLabel={t`Create booking`}
        {...{ opened, close, save, isPending }}
        error={unread ?? error}
      >
        <StayFields {...{ form, unitTypes, set }} />
        <EntryPreview preview={isPriceable(form) ? (priced?.bookingPreview ?? null) : null} choose={set} />
        <GuestFields {...{ form, set }} />
        <EntryTerms {...{ form, currency, today, set }} />
      </StayDialog>
    </>
  );
}
