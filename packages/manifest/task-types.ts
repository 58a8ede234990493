import * as z from 'zod/mini';
import { breaks, rule as ruleOf } from './issues.ts';
import {
  type Bounds,
  flag,
  key,
  label,
  msWithin,
  oncePer,
  span,
  spanRule,
  table,
  tables,
  text,
} from './values.ts';
import {
  MANIFEST_LIMITS,
  TASK_FIELD_TYPES,
  TASK_ICONS,
  TASK_PROVIDERS,
  TASK_TRIGGERS,
} from './vocabulary.ts';

/** An app's task type, declared in `[[task_types]]` (docs/interface/tasks.md#task-types-from-apps). */
export interface DeclaredTaskType {
  /** Key within the app; its full name is `{slug}/{key}`. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly icon: string | null;
  /** Milliseconds; null for the platform's default. */
  readonly slaMs: number | null;
  /** Default assignment provider for its tasks: the app, or no one. */
  readonly provider: 'self' | 'host';
  readonly blocksGuestReady: boolean;
  readonly fields: readonly DeclaredTaskField[];
  readonly rules: readonly DeclaredTaskRule[];
}

/** A field to fill in on a task. */
export interface DeclaredTaskField {
  readonly key: string;
  readonly type: string;
  readonly label: string;
  /** True if it must be filled in before the task is COMPLETED. */
  readonly required: boolean;
}

/** A rule that creates tasks automatically. */
export interface DeclaredTaskRule {
  readonly trigger: string;
  /** Delay in milliseconds between trigger and creation; for `every`, the interval. */
  readonly offsetMs: number;
  /** Due time: milliseconds after creation, or a day of the stay; null for no due time. */
  readonly due: number | 'check_in' | 'check_out' | null;
  readonly enabledByDefault: boolean;
}

const DAY_MS = 86_400_000;
/** Types that every team has. */
const BUILT_IN: readonly string[] = ['cleaning', 'maintenance', 'inspection'];

const KEY_RULE = '1 to 50 lower-case letters, digits, dashes and underscores, like "linen_delivery"';
const FIELD_KEY_RULE = '1 to 64 letters, digits, dots, dashes and underscores';

const DELAYED: Bounds = [0, 30 * DAY_MS, 'PT0S to P30D'];
const REPEATED: Bounds = [DAY_MS, 366 * DAY_MS, 'P1D to P366D'];

const field = z.pipe(
  table({
    key: key(/^[A-Za-z0-9._-]{1,64}$/, FIELD_KEY_RULE),
    type: z.enum(TASK_FIELD_TYPES),
    label: label(MANIFEST_LIMITS.taskTypeName),
    required_to_complete: flag,
  }),
  z.transform(({ required_to_complete: required, ...given }): DeclaredTaskField => ({ ...given, required })),
);

const rule = z.pipe(
  table({
    trigger: z.enum(TASK_TRIGGERS),
    offset: z.optional(z.unknown()),
    due: z.optional(z.unknown()),
    enabled_by_default: flag,
  }).check(({ value: { trigger, offset, due }, issues }) => {
    const repeats = trigger === 'every';
    const report = (at: string, broken: ReturnType<typeof breaks>, input: unknown) =>
      issues.push({ code: 'custom', path: [at], input, params: broken.params });
    if (offset === undefined && repeats) {
      report('offset', breaks('required', 'is required for "every": the interval between tasks.'), offset);
    }
    const bounds = repeats ? REPEATED : DELAYED;
    if (offset !== undefined && msWithin(offset, bounds) === null) report('offset', spanRule(bounds), offset);
    if (isDay(due) && repeats) {
      report('due', breaks('invalid', `cannot be "${due}" for "every": there is no booking.`), due);
    }
    if (due !== undefined && !isDay(due) && msWithin(due, DELAYED) === null)
      report('due', spanRule(DELAYED), due);
  }),
  z.transform(
    ({ trigger, offset, due, enabled_by_default: enabledByDefault }): DeclaredTaskRule => ({
      trigger,
      offsetMs: msWithin(offset, trigger === 'every' ? REPEATED : DELAYED) ?? 0,
      due: isDay(due) ? due : msWithin(due, DELAYED),
      enabledByDefault,
    }),
  ),
);

const isDay = (due: unknown): due is 'check_in' | 'check_out' => due === 'check_in' || due === 'check_out';

const taskType = z.pipe(
  table({
    key: key(/^[a-z][a-z0-9_-]{0,49}$/, KEY_RULE).check(
      z.refine((name) => !BUILT_IN.includes(name), breaks('invalid', "can't be the key of a built-in type.")),
    ),
    name: label(MANIFEST_LIMITS.taskTypeName),
    description: z._default(
      text().check(
        z.maxLength(MANIFEST_LIMITS.taskTypeDescription, {
          error: ruleOf(`can have at most ${MANIFEST_LIMITS.taskTypeDescription} characters.`),
        }),
      ),
      '',
    ),
    icon: z._default(z.nullable(z.enum(TASK_ICONS)), null),
    sla: z.optional(span([60_000, DAY_MS, 'PT1M to P1D'])),
    provider: z._default(z.enum(TASK_PROVIDERS), 'host'),
    blocks_guest_ready: flag,
    fields: tables(field, MANIFEST_LIMITS.taskFields).check(oncePer('key')),
    rules: tables(rule, TASK_TRIGGERS.length).check(oncePer('trigger')),
  }),
  z.transform(
    ({ sla, blocks_guest_ready: blocksGuestReady, ...given }): DeclaredTaskType => ({
      ...given,
      slaMs: sla ?? null,
      blocksGuestReady,
    }),
  ),
);

/** `[[task_types]]`. The caller checks the capability to add types. */
export const taskTypes = tables(taskType, MANIFEST_LIMITS.taskTypes).check(oncePer('key'));
