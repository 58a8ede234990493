import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { count } from '../../format/dates.ts';
import { guestRedactedDocument } from './generated.ts';
import type { GuestDetail } from './guest-detail.ts';
import { guestName } from './guest-words.ts';

/** Permanently erases a guest, after a confirmation that explains what will be lost. */
export function RedactGuest({ guest }: { readonly guest: GuestDetail }) {
  const { mutateAsync, isPending, error } = useTeamMutation(guestRedactedDocument);
  const live =
    guest.bookings?.nodes.filter(({ status }) => status === 'held' || status === 'confirmed').length ?? 0;
  const lost = live > 0 ? ` You'll no longer know who made ${count(live, 'held or confirmed booking')}.` : '';
  return (
    <ConfirmButton
      size="xs"
      title={`Redact ${guestName(guest)}?`}
      text={`Names, addresses, numbers and notes are erased here and on all bookings, and connected apps are notified to erase them. Dates and amounts stay.${lost} This can't be undone.`}
      confirmLabel="Erase this person"
      onConfirm={() => mutateAsync({ id: guest.id })}
      isPending={isPending}
      error={error}
    >
      Redact
    </ConfirmButton>
  );
}
