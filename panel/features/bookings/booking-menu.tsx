import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import {
  IconCheck,
  IconChevronDown,
  IconClipboardText,
  IconExternalLink,
  IconLink,
  IconMail,
  IconNote,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { storefrontUrl } from '../../format/storefront-url.ts';
import { translated } from '../../i18n/translated.ts';
import { EditNote } from './edit-note.tsx';
import {
  type BookingChangeEmailsQuery,
  type BookingDetailQuery,
  type BookingEmailKind,
  bookingChangeEmailsDocument,
  bookingEmailAgainDocument,
} from './generated.ts';

type Booking = NonNullable<BookingDetailQuery['booking']>;

/** Less frequent actions: the guest's page, emails, the registration card and the team's note. */
export function BookingMenu({ booking }: { readonly booking: Booking }) {
  const { id, permalinkId, storefront } = booking;
  const clipboard = useClipboard({ timeout: 3_000 });
  const [kind, setKind] = useState<BookingEmailKind | null>(null);
  const [isNoteOpen, note] = useDisclosure(false);
  const page = storefront && storefrontUrl(storefront.domain, `/bookings/${permalinkId}`);
  const { data } = useTeamQuery(bookingChangeEmailsDocument, { bookingId: id });
  const request = data?.bookingChangeRequests?.[0];
  const kinds = page && booking.guestEmail !== null ? resendable(booking, request) : [];
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            <Trans>More</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {page && (
            <>
              <Menu.Item
                closeMenuOnClick={false}
                leftSection={
                  clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />
                }
                onClick={() => clipboard.copy(page)}
              >
                {clipboard.copied ? t`Copied the guest's link` : t`Copy the guest's link`}
              </Menu.Item>
              <Menu.Item
                component="a"
                href={page}
                target="_blank"
                rel="noreferrer"
                leftSection={<IconExternalLink size={16} aria-hidden />}
              >
                <Trans>View as the guest</Trans>
              </Menu.Item>
            </>
          )}
          {kinds.map((each) => (
            <Menu.Item
              key={each}
              leftSection={<IconMail size={16} aria-hidden />}
              onClick={() => setKind(each)}
            >
              <Trans>Email the {EMAILS[each]} again</Trans>
            </Menu.Item>
          ))}
          <Menu.Item
            component={Link}
            href={`/bookings/${id}/registration-card`}
            leftSection={<IconClipboardText size={16} aria-hidden />}
          >
            <Trans>Registration card</Trans>
          </Menu.Item>
          <Menu.Item leftSection={<IconNote size={16} aria-hidden />} onClick={note.open}>
            {booking.note ? t`Edit the note` : t`Add a note`}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <EmailAgain booking={booking} kind={kind} close={() => setKind(null)} />
      {isNoteOpen && <EditNote booking={booking} close={note.close} />}
    </>
  );
}

const EMAILS: Readonly<Record<BookingEmailKind, string>> = translated({
  held: msg`link for paying`,
  confirmed: 'confirmation',
  paid: msg`notice of payment`,
  cancelled: 'cancellation',
  released: msg`notice of release`,
  change_requested: msg`request for a change`,
  change_declined: msg`declined request for a change`,
  change_expired: msg`expired request for a change`,
});

/** Returns the emails that describe the booking's current state. */
function resendable({ status, payment }: Booking, request: Request | undefined): readonly BookingEmailKind[] {
  if (status !== 'confirmed') return [status];
  const isPaid = payment.paid > 0 && payment.balance === 0;
  const about = request && ABOUT_REQUEST[request.status];
  return ['confirmed', ...(isPaid ? (['paid'] as const) : []), ...(about ? [about] : [])];
}

type Request = NonNullable<BookingChangeEmailsQuery['bookingChangeRequests']>[number];

/** Emails about the latest request to change the booking, by its status. */
const ABOUT_REQUEST: Readonly<Record<Request['status'], BookingEmailKind | null>> = {
  pending: 'change_requested',
  declined: 'change_declined',
  expired: 'change_expired',
  accepted: null,
  withdrawn: null,
};

interface EmailAgainProps {
  readonly booking: Booking;
  /** Email to send; null while the dialog is closed. */
  readonly kind: BookingEmailKind | null;
  readonly close: () => void;
}

/** Requires confirmation before it emails the guest again. */
function EmailAgain({ booking: { id, guestEmail }, kind, close }: EmailAgainProps) {
  const { mutateAsync, isPending, error, reset } = useTeamMutation(bookingEmailAgainDocument);
  return (
    <ConfirmDialog
      opened={kind !== null}
      close={() => {
        reset();
        close();
      }}
      title={kind === null ? '' : t`Email the ${EMAILS[kind]} again?`}
      text={t`It's sent to ${guestEmail ?? ''}, with the booking's current dates and amounts.`}
      confirmLabel={t`Send email`}
      destructive={false}
      onConfirm={() => (kind === null ? Promise.resolve() : mutateAsync({ bookingId: id, kind }))}
      isPending={isPending}
      error={error}
    />
  );
}
