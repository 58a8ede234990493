/** A built-in task type. */
export interface DefaultTaskType {
  /** Type key in tasks, for example `cleaning`. */
  readonly key: string;
  readonly name: string;
  /** True if a host rule creates a task with this type on every confirmed booking's check-out day. */
  readonly atCheckOut: boolean;
  /** True if an unfinished task with this type keeps its property from being guest-ready. */
  readonly blocksGuestReady: boolean;
}

/** Types that every team has (docs/interface/tasks.md#task-types). */
export const DEFAULT_TASK_TYPES: readonly DefaultTaskType[] = [
  { key: 'cleaning', name: 'Cleaning', atCheckOut: true, blocksGuestReady: true },
  { key: 'maintenance', name: 'Maintenance', atCheckOut: false, blocksGuestReady: false },
  { key: 'inspection', name: 'Inspection', atCheckOut: false, blocksGuestReady: false },
];

/** Type for nights oversold by a channel; a team gets it on first use. */
export const OVERBOOKING: DefaultTaskType = {
  key: 'overbooking',
  name: 'Overbooking',
  atCheckOut: false,
  blocksGuestReady: false,
};

/** A task type's state: `offered → enabled ⇄ disabled → retired` (docs/interface/tasks.md#task-types-from-apps). */
export type TaskTypeState = 'offered' | 'enabled' | 'disabled' | 'retired';

/** A rule's trigger. */
export type TaskTrigger = 'booking.confirmed' | 'booking.checked_out' | 'booking.cancelled' | 'every';

/** A stay's check-in or check-out day. */
export type StayDay = 'check_in' | 'check_out';

/** A rule that creates tasks automatically, and the host's switch for it. */
export interface TaskRule {
  readonly trigger: TaskTrigger;
  /** Delay in milliseconds between trigger and creation; for `every`, the interval. */
  readonly offsetMs: number;
  /** Due time: milliseconds after creation, or a day of the stay; null for no due time. */
  readonly due: number | StayDay | null;
  readonly enabled: boolean;
}

/** A task's form field: a custom field in the namespace of the app that adds the type. */
export interface TaskField {
  readonly key: string;
  readonly type: string;
  readonly label: string;
  /** True if it must be filled in before the task is COMPLETED. */
  readonly required: boolean;
}

/** Returns the full key for an app's task type; built-in keys have no slash. */
export const fullName = (app: string, key: string): string => `${app}/${key}`;
