import { z } from 'zod';
import type { QueueJob, RecurringJob } from '#db/subgraph.ts';
import type { Wait } from '#db/waits.ts';
import { applyTaskRules, RULE_INTERVAL_MS } from './commands/apply-task-rules.ts';
import { createLater } from './commands/create-later.ts';
import { fallBack } from './commands/fall-back.ts';
import { repeatRules } from './commands/repeat-rules.ts';
import { sweepDeadlines, sweepDueCleanings } from './commands/sweep-deadlines.ts';
import { RULE_QUEUE } from './steps/follow-rules.ts';
import { FALL_BACK_QUEUE } from './steps/publish-task.ts';

const Deadline = z.object({ taskId: z.number(), teamId: z.number(), assignBy: z.iso.datetime() });

/** SLA deadlines, scheduled when a task opens, and rules delayed after their trigger. */
export const queues: readonly QueueJob[] = [
  { queue: FALL_BACK_QUEUE, concurrency: 4, run: (ctx, data) => fallBack(ctx, Deadline.parse(data)) },
  { queue: RULE_QUEUE, concurrency: 4, run: createLater },
];

/** Work found by polling: deadlines whose job was lost, tasks now due, and repeating rules. */
export const recurring: readonly RecurringJob[] = [
  {
    name: 'tasks/sweep-deadlines',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    deletes: true,
    run: sweepDeadlines,
  },
  {
    name: 'tasks/sweep-due-cleanings',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    deletes: true,
    run: sweepDueCleanings,
  },
  {
    name: 'tasks/apply-task-rules',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    deletes: true,
    run: applyTaskRules,
  },
  {
    name: 'tasks/repeat-rules',
    everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
    deletes: true,
    run: repeatRules,
  },
];

export const waits: readonly Wait[] = [
  { table: 'tasks.task_rules', column: 'next_at', longestMs: () => RULE_INTERVAL_MS },
];
