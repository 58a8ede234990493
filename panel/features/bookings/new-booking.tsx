import { Button, SimpleGrid, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { refusedFields } from '../../api/errors.ts';
import { useTeamMutation, useTeamQueryAll } from '../../api/hooks.ts';
import { inOrderMade } from '../../format/order.ts';
import { bookingEnterDocument, bookingUnitTypesDocument } from './generated.ts';
import { StayDialog } from './stay-dialog.tsx';
import { StayFields, stayInput } from './stay-fields.tsx';

const EMPTY = {
  unitTypeId: '',
  checkIn: '',
  checkOut: '',
  adults: '2',
  children: '0',
  quantity: '1',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
};

/** Enters a booking agreed at the desk, by phone or elsewhere. */
export function NewBooking() {
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
  const [form, setForm] = useState(EMPTY);
  /** Stays the same for every attempt to enter one booking, so that retries don't create duplicates. */
  const [externalId, setExternalId] = useState('');
  const unitTypes = inOrderMade(data.filter(({ active }) => active));
  const unitTypeId = form.unitTypeId || (unitTypes[0]?.id ?? '');
  const set = (change: Partial<typeof EMPTY>) => {
    reset();
    setForm((before) => ({ ...before, ...change }));
  };
  const start = () => {
    reset();
    setForm(EMPTY);
    setExternalId(crypto.randomUUID());
    open();
  };
  const save = () => {
    const { firstName, lastName, email, phone, ...stay } = form;
    const guest = { firstName, lastName, email: email || null, phone: phone || null };
    mutate(
      { input: { externalId, ...stayInput({ ...stay, unitTypeId }), guest } },
      { onSuccess: ({ bookingCreate: made }) => made?.booking && navigate(`/bookings/${made.booking.id}`) },
    );
  };
  const refused = refusedFields(error);
  const typed = (field: 'firstName' | 'lastName' | 'email' | 'phone') => ({
    value: form[field],
    error: refused[`guest.${field}`],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      set({ [field]: value }),
  });
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={start}>
        New booking
      </Button>
      <StayDialog
        title="New booking"
        text="The booking is priced at your rates and confirmed immediately. Restrictions, such as a minimum stay, don't apply."
        saveLabel="Create booking"
        {...{ opened, close, save, isPending }}
        error={unread ?? error}
      >
        <StayFields form={{ ...form, unitTypeId }} unitTypes={unitTypes} refused={refused} set={set} />
        <SimpleGrid cols={2}>
          <TextInput label="First name" required maxLength={100} {...typed('firstName')} />
          <TextInput label="Last name" required maxLength={100} {...typed('lastName')} />
          <TextInput label="Email" inputMode="email" maxLength={254} {...typed('email')} />
          <TextInput label="Phone" type="tel" maxLength={40} {...typed('phone')} />
        </SimpleGrid>
      </StayDialog>
    </>
  );
}
