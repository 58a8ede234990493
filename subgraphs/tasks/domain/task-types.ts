/** A kind of task that every team starts with. */
export interface DefaultTaskType {
  /** What tasks of the type say, for example `cleaning`. */
  readonly key: string;
  readonly name: string;
  /** Whether a host rule creates one at the check-out day of every confirmed booking. */
  readonly atCheckOut: boolean;
}

/** The type whose completion makes a property guest-ready. */
export const CLEANING = 'cleaning';

/** The types every team has (docs/interface/tasks.md#task-types). */
export const DEFAULT_TASK_TYPES: readonly DefaultTaskType[] = [
  { key: CLEANING, name: 'Cleaning', atCheckOut: true },
  { key: 'maintenance', name: 'Maintenance', atCheckOut: false },
  { key: 'inspection', name: 'Inspection', atCheckOut: false },
];
