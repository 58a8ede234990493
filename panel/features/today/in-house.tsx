import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { addDays } from '../../format/dates.ts';
import { guestsInHouseDocument } from './generated.ts';
import { Moves } from './moves.tsx';
import { latestToday } from './today-dates.ts';

interface InHouseProps {
  /** Guests in house, or confirmed guests of the last month who haven't arrived; hidden if no one is missing. */
  readonly kind: 'inHouse' | 'missing';
  readonly isDesk: boolean;
}

/** Stays that began before today, with their next move. */
export function InHouse({ kind, isDesk }: InHouseProps) {
  const pager = usePager('in-house');
  const today = latestToday([]);
  const { data, error, refetch } = useTeamQuery(
    guestsInHouseDocument,
    {
      first: PAGE_SIZE,
      isDesk,
      yesterday: addDays(today, -1),
      monthAgo: addDays(today, -30),
      after: pager.after,
    },
    { refreshMs: LIVE_MS },
  );
  if (error) return kind === 'inHouse' ? <ErrorNote error={error} onRetry={refetch} /> : null;
  const rows = data?.[kind].nodes ?? [];
  if (!data || (kind === 'missing' && rows.length === 0)) return null;
  const read = { data: rows, error: null, refetch };
  return kind === 'missing' ? (
    <Moves {...{ kind, read, isDesk }} />
  ) : (
    <Moves {...{ kind, read, isDesk }} pager={pager.pagerOf(data.inHouse.pageInfo)} />
  );
}
