import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/panel.tsx';
import { instant } from '../../format/dates.ts';
import { guestMergeUndoneDocument } from './generated.ts';
import type { GuestDetail } from './guest-detail.ts';
import { guestName } from './guest-words.ts';

type Merged = GuestDetail['merged'][number];

const COLUMNS: readonly Column<Merged>[] = [
  { title: msg`Guest`, cell: (merged) => guestName(merged) },
  { title: msg`Email`, cell: ({ emails }) => emails.join(', ') || '—' },
  { title: msg`Merged`, cell: ({ mergedAt }) => instant(mergedAt) },
  { title: msg`Action`, cell: (merged) => <UndoMerge merged={merged} /> },
];

/** Guests merged into this one in the last 30 days, each with an undo button. */
export function MergedGuests({ guest }: { readonly guest: GuestDetail }) {
  return (
    <Section title={t`Merged into this guest`}>
      <DataTable
        label={t`Merged guests`}
        columns={COLUMNS}
        read={{ data: guest.merged, error: null, refetch: () => undefined }}
        rowKey={({ id }) => id}
        empty={{ title: t`No merged guests` }}
      />
    </Section>
  );
}

function UndoMerge({ merged }: { readonly merged: Merged }) {
  const { mutateAsync, isPending, error } = useTeamMutation(guestMergeUndoneDocument);
  return (
    <ConfirmButton
      size="xs"
      title={t`Undo this merge?`}
      text={t`${guestName(merged)} becomes a separate guest again, with their addresses, phone numbers and bookings from before the merge. Bookings made since then stay here.`}
      confirmLabel={t`Undo merge`}
      destructive={false}
      onConfirm={() => mutateAsync({ id: merged.id })}
      isPending={isPending}
      error={error}
    >
      <Trans>Undo</Trans>
    </ConfirmButton>
  );
}
