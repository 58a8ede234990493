/** A kind of task that every team starts with. */
export interface DefaultTaskType {
  /** What tasks of the type say, for example `cleaning`. */
  readonly key: string;
  readonly name: string;
  /** Whether a host rule creates one at the check-out day of every confirmed booking. */
  readonly atCheckOut: boolean;
  /** Whether a property waits for it before its next guest. */
  readonly blocksGuestReady: boolean;
}

/** The types every team has (docs/interface/tasks.md#task-types). */
export const DEFAULT_TASK_TYPES: readonly DefaultTaskType[] = [
  { key: 'cleaning', name: 'Cleaning', atCheckOut: true, blocksGuestReady: true },
  { key: 'maintenance', name: 'Maintenance', atCheckOut: false, blocksGuestReady: false },
  { key: 'inspection', name: 'Inspection', atCheckOut: false, blocksGuestReady: false },
];

/** The type of a task for nights that a channel oversold: a team has it from the first time on. */
export const OVERBOOKING: DefaultTaskType = {
  key: 'overbooking',
  name: 'Overbooking',
  atCheckOut: false,
  blocksGuestReady: false,
};

/** Whether tasks of a type are created: `offered → enabled ⇄ disabled → retired` (docs/interface/tasks.md#types-of-apps). */
export type TaskTypeState = 'offered' | 'enabled' | 'disabled' | 'retired';

/** What makes a rule create a task. */
export type TaskTrigger = 'booking.confirmed' | 'booking.checked_out' | 'booking.cancelled' | 'every';

/** A day of a booking's stay. */
export type StayDay = 'check_in' | 'check_out';

/** When a task is created without anyone asking for it, and whether the host wants that. */
export interface TaskRule {
  readonly trigger: TaskTrigger;
  /** How long after the trigger it is created; for `every`, how long from one to the next. Milliseconds. */
  readonly offsetMs: number;
  /** When it is due: so many milliseconds after it is created, or on a day of the booking; null: at no given time. */
  readonly due: number | StayDay | null;
  readonly enabled: boolean;
}

/** Something to fill in on a task: a custom field in the namespace of the app that adds the type. */
export interface TaskField {
  readonly key: string;
  readonly type: string;
  readonly label: string;
  /** Whether the task needs it to be COMPLETED. */
  readonly required: boolean;
}

/** The full name of a kind of task that an app brings: no built-in one has a slash. */
export const fullName = (app: string, key: string): string => `${app}/${key}`;
