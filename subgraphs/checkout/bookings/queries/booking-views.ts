import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { type BookingView, BookingViewEntity } from '../../store/entities.ts';

/** Lists the saved views that a member can open, by name; empty without a selected team. */
export async function listViews({ viewer, ...ctx }: SubgraphContext): Promise<readonly BookingView[]> {
  if (viewer.kind !== 'hostUser' || viewer.teamId === null) return [];
  return reader(ctx).find(
    BookingViewEntity,
    { teamId: viewer.teamId, $or: [{ shared: true }, { accountId: viewer.accountId }] },
    { orderBy: { name: 'asc', id: 'asc' } },
  );
}

/** True if a member can change a view: their own, and as a manager or owner every shared one. */
export const mayEditView = (
  { viewer }: Pick<SubgraphContext, 'viewer'>,
  { accountId, shared }: Pick<BookingView, 'accountId' | 'shared'>,
): boolean =>
  viewer.kind === 'hostUser' &&
  (viewer.accountId === accountId || (shared && (viewer.role === 'owner' || viewer.role === 'manager')));
