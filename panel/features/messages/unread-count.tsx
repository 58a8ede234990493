import { t } from '@lingui/core/macro';
import { Badge } from '@mantine/core';
import { useTeamQuery } from '../../api/hooks.ts';
import { conversationsUnreadDocument } from './generated.ts';

/** Interval between checks for new messages; every page's navigation runs them. */
const LOOK_EVERY_MS = 30_000;
const MOST = 100;

/** Number of conversations with messages that the team hasn't read; hidden at zero. */
export function UnreadCount() {
  const { data } = useTeamQuery(conversationsUnreadDocument, {}, { refreshMs: LOOK_EVERY_MS });
  const count = data?.conversations?.nodes.length ?? 0;
  if (count === 0) return null;
  return (
    <Badge size="sm" aria-label={t`${count} unread`}>
      {count === MOST ? '99+' : count}
    </Badge>
  );
}
