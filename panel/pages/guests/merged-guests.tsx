import { useChange } from '../../api/hooks.ts';
import { instant } from '../../format/dates.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Section } from '../../parts/panel.tsx';
import { guestMergeUndone } from './generated.ts';
import type { GuestDetail } from './guest.tsx';
import { guestName } from './guest-words.ts';

type Merged = GuestDetail['merged'][number];

const COLUMNS: readonly Column<Merged>[] = [
  { title: 'Guest', cell: (merged) => guestName(merged) },
  { title: 'E-mail', cell: ({ emails }) => emails.join(', ') || '—' },
  { title: 'Merged', cell: ({ mergedAt }) => instant(mergedAt) },
  { title: 'Action', cell: (merged) => <UndoMerge merged={merged} /> },
];

/** Who was merged into a guest in the last 30 days, each with the button that takes it back. */
export function MergedGuests({ guest }: { readonly guest: GuestDetail }) {
  return (
    <Section title="Merged into this guest">
      <DataTable
        label="Merged guests"
        columns={COLUMNS}
        read={{ data: guest.merged, error: null, refetch: () => undefined }}
        rowKey={({ id }) => id}
        empty={{ title: 'Nobody was merged' }}
      />
    </Section>
  );
}

function UndoMerge({ merged }: { readonly merged: Merged }) {
  const { mutateAsync, isPending, error } = useChange(guestMergeUndone);
  return (
    <ConfirmButton
      size="xs"
      title="Take the merge back?"
      text={`${guestName(merged)} is a guest again, with the addresses, numbers and bookings of then. Bookings made since stay here.`}
      confirmLabel="Take it back"
      destructive={false}
      onConfirm={() => mutateAsync({ id: merged.id })}
      isPending={isPending}
      error={error}
    >
      Take back
    </ConfirmButton>
  );
}
