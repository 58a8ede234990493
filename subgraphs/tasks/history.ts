import type { History } from '#db/history.ts';

/** Tasks are kept as the host's work record. */
export const HISTORY: History = {
  purged: [],
  kept: [
    { table: 'tasks.task', because: 'work done at a property, and its booking' },
    { table: 'tasks.task_comments', because: 'at most 200 per task; deleted when their guest is erased' },
    {
      table: 'tasks.task_type',
      because: 'hosts and apps define them; at most 50 retired ones without tasks are kept per app',
    },
    { table: 'tasks.task_rules', because: 'hosts define them; at most 50 per team' },
    { table: 'tasks.booking_heard', because: 'one per booking' },
    { table: 'tasks.install_heard', because: 'one per app and team' },
    { table: 'tasks.property_turn', because: 'one per property' },
    { table: 'tasks.rule_turn', because: 'one per rule' },
    { table: 'tasks.turn', because: 'one per team; for processes of the previous release' },
  ],
};
