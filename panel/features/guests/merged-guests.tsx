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
  { title: 'Guest', cell: (merged) => guestName(merged) },
  { title: 'Email', cell: ({ emails }) => emails.join(', ') || '—' },
  { title: 'Merged', cell: ({ mergedAt }) => instant(mergedAt) },
  { title: 'Action', cell: (merged) => <UndoMerge merged={merged} /> },
];

/** Guests merged into this one in the last 30 days, each with an undo button. */
export function MergedGuests({ guest }: { readonly guest: GuestDetail }) {
  return (
    <Section title="Merged into this guest">
      <DataTable
        label="Merged guests"
        columns={COLUMNS}
        read={{ data: guest.merged, error: null, refetch: () => undefined }}
        rowKey={({ id }) => id}
        empty={{ title: 'No merged guests' }}
      />
    </Section>
  );
}

function UndoMerge({ merged }: { readonly merged: Merged }) {
  const { mutateAsync, isPending, error } = useTeamMutation(guestMergeUndoneDocument);
  return (
    <ConfirmButton
      size="xs"
      title="Undo this merge?"
      text={`${guestName(merged)} becomes a separate guest again, with their addresses, phone numbers and bookings from before the merge. Bookings made since then stay here.`}
      confirmLabel="Undo merge"
      destructive={false}
      onConfirm={() => mutateAsync({ id: merged.id })}
      isPending={isPending}
      error={error}
    >
      Undo
    </ConfirmButton>
  );
}
