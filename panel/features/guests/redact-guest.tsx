import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { guestRedactedDocument } from './generated.ts';
import type { GuestDetail } from './guest-detail.ts';
import { guestName } from './guest-words.ts';

/** Permanently erases a guest, after a confirmation that explains what will be lost. */
export function RedactGuest({ guest }: { readonly guest: GuestDetail }) {
  const { mutateAsync, isPending, error } = useTeamMutation(guestRedactedDocument);
  const live =
    guest.bookings?.nodes.filter(({ status }) => status === 'held' || status === 'confirmed').length ?? 0;
  const lost =
    live > 0
      ? plural(live, {
          one: "You'll no longer know who made # held or confirmed booking. ",
          other: "You'll no longer know who made # held or confirmed bookings. ",
        })
      : '';
  return (
    <ConfirmButton
      size="xs"
      title={t`Redact ${guestName(guest)}?`}
      text={t`Names, addresses, numbers and notes are erased here and on all bookings, and connected apps are notified to erase them. Dates and amounts stay. ${lost}This can't be undone.`}
      confirmLabel={t`Erase this person`}
      onConfirm={() => mutateAsync({ id: guest.id })}
      isPending={isPending}
      error={error}
    >
      <Trans>Redact</Trans>
    </ConfirmButton>
  );
}
