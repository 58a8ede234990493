import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { MAX_ADDRESS_BLOCK, MAX_LEGAL_NAME, MAX_TAX_ID } from '../../../schema/limits.ts';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { Textarea, TextInput } from '../../components/fields.tsx';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { EntryForm, FolioDialog } from '../bookings/folio-dialog.tsx';
import type { BookingRowFragment } from '../bookings/generated.ts';
import { invoiceIssuerDocument, invoiceNewDocument } from './generated.ts';

export type InvoicedBooking = Pick<
  BookingRowFragment,
  'id' | 'currency' | 'status' | 'guestFirstName' | 'guestLastName'
>;

/** Issues an invoice to the guest, or to the person or company that they name. */
export function CreateInvoice({ booking }: { readonly booking: InvoicedBooking }) {
  return (
    <FolioDialog title={t`Create invoice`}>
      {(close) => <InvoiceForm booking={booking} close={close} />}
    </FolioDialog>
  );
}

function InvoiceForm({ booking, close }: { readonly booking: InvoicedBooking; readonly close: () => void }) {
  const { id: bookingId, guestFirstName, guestLastName } = booking;
  const { mutateAsync, isPending, error } = useTeamMutation(invoiceNewDocument);
  const [recipient, setRecipient] = useState({
    name: `${guestFirstName} ${guestLastName}`.trim(),
    company: '',
    vatNumber: '',
    address: '',
  });
  const typed = (field: keyof typeof recipient) => ({
    field,
    value: recipient[field],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget;
      setRecipient((before) => ({ ...before, [field]: value }));
    },
  });
  const save = () => {
    mutateAsync({ input: { bookingId, recipient } }).then(close, () => {
      // The dialog shows the error: see `error`.
    });
  };
  return (
    <EntryForm
      text={t`An invoice can't be changed or deleted. To correct it, credit it and create another one.`}
      saveLabel={t`Create invoice`}
      canSave={recipient.name.trim() !== '' || recipient.company.trim() !== ''}
      {...{ save, close, isPending, error }}
    >
      <MissingIssuer />
      <TextInput label={t`Name`} maxLength={MAX_LEGAL_NAME} {...typed('name')} data-autofocus />
      <TextInput label={t`Company`} maxLength={MAX_LEGAL_NAME} {...typed('company')} />
      <TextInput label={t`VAT number`} maxLength={MAX_TAX_ID} {...typed('vatNumber')} />
      <Textarea label={t`Address`} maxLength={MAX_ADDRESS_BLOCK} autosize minRows={3} {...typed('address')} />
    </EntryForm>
  );
}

/** Reminds the team that its invoices lack its own legal name or address. */
function MissingIssuer() {
  const team = useTeam();
  const { data } = useTeamQuery(invoiceIssuerDocument, { slug: team.slug });
  if (!data?.team || (data.team.legalName && data.team.address)) return null;
  return (
    <Text size="sm">
      <Trans>Invoices show your team's name only, because its legal name or address is missing.</Trans>{' '}
      {isOneOf(team, []) ? (
        <Trans>
          <Anchor component={Link} href="/settings" inherit underline="always">
            Add your details
          </Anchor>{' '}
          first.
        </Trans>
      ) : (
        <Trans>Ask an owner to add them first.</Trans>
      )}
    </Text>
  );
}
