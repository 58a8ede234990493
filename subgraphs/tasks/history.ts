import type { History } from '#db/history.ts';

/** Tasks are kept as the host's work record. */
export const HISTORY: History = {
  purged: [],
  kept: [
    { table: 'tasks.task', because: 'what was done at a property, and for which booking' },
    {
      table: 'tasks.task_type',
      because: 'hosts and apps define them; of retired ones without tasks 50 of an app stay',
    },
    { table: 'tasks.booking_heard', because: 'one of a booking' },
    { table: 'tasks.install_heard', because: 'one of an app on a team' },
    { table: 'tasks.property_turn', because: 'one of a property' },
    { table: 'tasks.rule_turn', because: 'one of a rule' },
    { table: 'tasks.turn', because: 'one of a team; for processes of the release before' },
  ],
};
