import type { SubgraphContext } from '#db/context.ts';
import type { Listing } from '#kit/connection.ts';
import { listHostTasks } from './host-tasks.ts';

/** Lists the signed-in member's unfinished tasks by due time. */
export const listMyTasks = (ctx: SubgraphContext, listing: Listing) =>
  listHostTasks(ctx, { ...listing, order: 'due', unfinished: true, assignee: 'me' });
