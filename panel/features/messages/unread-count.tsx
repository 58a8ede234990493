import { Badge } from '@mantine/core';
import { useTeamQuery } from '../../api/hooks.ts';
import { conversationsUnreadDocument } from './generated.ts';

/** How often the navigation looks for new messages: every page has it. */
const LOOK_EVERY_MS = 30_000;
const MOST = 100;

/** How many conversations hold something that no one on the team has read; nothing where none does. */
export function UnreadCount() {
  const { data } = useTeamQuery(conversationsUnreadDocument, {}, { refreshMs: LOOK_EVERY_MS });
  const count = data?.conversations?.nodes.length ?? 0;
  if (count === 0) return null;
  return (
    <Badge size="sm" aria-label={`${count} unread`}>
      {count === MOST ? '99+' : count}
    </Badge>
  );
}
