import { addDays, count, day, dayAndYear, localTime, todayIn } from '../../format/dates.ts';
import type {
  HostRuleTrigger,
  HostTaskAssignee,
  HostTaskOrder,
  TaskRuleTrigger,
  TaskStatus,
} from './generated.ts';

/** A team's task types. */
export interface TaskSetup {
  /** The signed-in member. */
  readonly account: { readonly id: string } | null;
  readonly taskTypes: readonly { readonly id: string; readonly name: string; readonly state: string }[];
}

/** Returns the name of a task's type. */
export const typeNameOf = (
  { taskTypes }: { readonly taskTypes: readonly { readonly id: string; readonly name: string }[] },
  { taskType }: { readonly taskType: string },
): string => taskTypes.find(({ id }) => id === taskType)?.name ?? taskType;

/** Filter and order of a list of tasks. */
interface TaskFilter {
  readonly status: TaskStatus | null;
  readonly unfinished: boolean;
  readonly assignee: HostTaskAssignee | null;
  readonly order: HostTaskOrder;
}

/** Unfinished tasks are sorted by due time, finished tasks by latest change. */
const TO_DO: TaskFilter = { status: null, unfinished: true, assignee: null, order: 'due' };
const PAST: TaskFilter = { status: null, unfinished: false, assignee: null, order: 'changed' };

/** The lists of tasks that a member can choose from. */
export const VIEWS = {
  todo: {
    label: 'To do',
    filter: TO_DO,
    empty: {
      title: 'No tasks to do',
      text: 'New tasks appear here, for example after a booking is confirmed.',
    },
  },
  mine: {
    label: 'Mine',
    filter: { ...TO_DO, assignee: 'me' },
    empty: {
      title: 'No tasks assigned to you',
      text: 'Tasks that someone assigns to you appear here. You can also take one under “Not taken”.',
    },
  },
  untaken: {
    label: 'Not taken',
    filter: { ...TO_DO, assignee: 'no_one' },
    empty: { title: 'Every task has someone', text: 'Tasks without an assignee appear here.' },
  },
  done: {
    label: 'To verify',
    filter: { ...PAST, status: 'COMPLETED' },
    empty: { title: 'No tasks to verify', text: 'Completed tasks appear here until someone verifies them.' },
  },
  verified: {
    label: 'Verified',
    filter: { ...PAST, status: 'VERIFIED' },
    empty: { title: 'No verified tasks yet', text: 'Tasks appear here once someone has verified them.' },
  },
  cancelled: {
    label: 'Cancelled',
    filter: { ...PAST, status: 'CANCELLED' },
    empty: { title: 'No cancelled tasks', text: 'Tasks that someone cancels appear here.' },
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly label: string;
      readonly filter: TaskFilter;
      readonly empty: { readonly title: string; readonly text?: string };
    }
  >
>;

export type View = keyof typeof VIEWS;

interface Due {
  readonly dueAt: string | null;
  readonly property: { readonly timeZone: string } | null;
}

/** Returns a task's group in a list by due time. */
export function dueGroup({ dueAt, property }: Due): string {
  if (dueAt === null) return 'No due time';
  if (Date.parse(dueAt) < Date.now()) return 'Overdue';
  const timeZone = property?.timeZone ?? 'UTC';
  const today = todayIn(timeZone);
  const date = localTime(dueAt, timeZone).slice(0, 10);
  if (date === today) return 'Today';
  return date === addDays(today, 1) ? 'Tomorrow' : 'Later';
}

/** Returns a status change's label; some labels depend on the current status. */
export function moveWords(from: TaskStatus, to: TaskStatus): string {
  if (to === 'IN_PROGRESS' && from === 'COMPLETED') return 'Redo';
  return MOVES[to];
}

const MOVES: Readonly<Record<TaskStatus, string>> = {
  OPEN: 'Unassign',
  ASSIGNED: 'Assign to me',
  IN_PROGRESS: 'Start',
  COMPLETED: 'Complete',
  VERIFIED: 'Verify',
  CANCELLED: 'Cancel',
};

/** Sorts status changes in button order: forward first, cancel last. */
export const inButtonOrder = (moves: readonly TaskStatus[]): readonly TaskStatus[] =>
  BUTTONS.filter((status) => moves.includes(status));

const BUTTONS: readonly TaskStatus[] = [
  'ASSIGNED',
  'COMPLETED',
  'VERIFIED',
  'IN_PROGRESS',
  'OPEN',
  'CANCELLED',
];

interface Assignment {
  readonly assignee: { readonly accountId: string | null; readonly name: string } | null;
  /** `app:` and a slug, `host`, or `platform`. */
  readonly assignedBy: string | null;
}

/** Describes a task's assignee, and the app that chose them, to the member with the account `ownId`. */
export function assigneeWords({ assignee, assignedBy }: Assignment, ownId: string | null): string {
  if (assignee === null) return 'No one yet';
  if (assignee.accountId !== null && assignee.accountId === ownId) return 'You';
  if (assignedBy === 'platform') return 'No one yet: no app responded in time';
  return assignedBy?.startsWith('app:') ? `${assignee.name}, by ${assignedBy.slice(4)}` : assignee.name;
}

/** Returns a task's place: the property, and the unit if it's known. */
export function placeWords(
  property: string,
  {
    unitType,
    unit,
  }: {
    readonly unitType: { readonly name: string } | null;
    readonly unit?: { readonly name: string } | null;
  },
): string {
  return [property, ...(unitType ? [unitType.name] : []), ...(unit ? [`unit ${unit.name}`] : [])].join(', ');
}

/** Returns a property's street and town; empty if unknown. */
export const addressWords = (
  address: { readonly street: string | null; readonly locality: string | null } | null | undefined,
): string => [address?.street, address?.locality].filter(Boolean).join(', ');

/** Describes the next guests in a task's unit. */
export function arrivalWords(
  arrival: { readonly checkIn: string; readonly guests: number; readonly arrivalTime: string | null } | null,
): string {
  if (arrival === null) return 'None in the next 30 days';
  const { checkIn, guests, arrivalTime } = arrival;
  return `${count(guests, 'guest')} on ${day(checkIn)}${arrivalTime === null ? '' : `, ${arrivalTime}`}`;
}

/** Returns the guest and party for the task's booking. */
export function guestWords({
  guestFirstName,
  guestLastName,
  party,
}: {
  readonly guestFirstName: string;
  readonly guestLastName: string;
  readonly party: { readonly adults: number; readonly children: number };
}): string {
  return `${guestFirstName} ${guestLastName}, ${count(party.adults + party.children, 'guest')}`;
}

interface Rule {
  readonly trigger: HostRuleTrigger;
  readonly offsetSeconds: number;
  readonly due: string;
}

const TRIGGERS: Readonly<Record<HostRuleTrigger, string>> = {
  booking_confirmed: 'for every confirmed booking',
  booking_checked_out: 'for every check-out',
  booking_cancelled: 'for every cancelled booking',
  every: 'at every property',
};

/** Returns when a rule creates a task, and when that task is due. */
export function ruleWords({ trigger, offsetSeconds, due }: Rule): string {
  const wait =
    offsetSeconds === 0
      ? ''
      : trigger === 'every'
        ? ` every ${spanWords(offsetSeconds)}`
        : `, ${spanWords(offsetSeconds)} later`;
  return `A task ${TRIGGERS[trigger]}${wait}, due ${due.replace('the check', 'its check')}`;
}

function spanWords(seconds: number): string {
  const [size, unit] =
    seconds % 86_400 === 0 ? [86_400, 'day'] : seconds % 3_600 === 0 ? [3_600, 'hour'] : [60, 'minute'];
  const count = Math.round((seconds / Number(size)) * 100) / 100;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Triggers of the host's own rules. */
export const OWN_TRIGGERS: Readonly<Record<TaskRuleTrigger, string>> = {
  check_out: 'At every check-out',
  in_house: 'Every few nights while guests are in house',
  before_arrival: 'Before guests arrive',
  date: 'On a date',
};

interface OwnRule {
  readonly trigger: TaskRuleTrigger;
  readonly everyNights: number | null;
  readonly daysBefore: number | null;
  readonly date: string | null;
}

/** Returns when a host's own rule creates a task. */
export function ownRuleWords({ trigger, everyNights, daysBefore, date }: OwnRule): string {
  if (trigger === 'in_house') {
    return everyNights === 1 ? 'Every night in house' : `Every ${everyNights} nights in house`;
  }
  if (trigger === 'before_arrival') {
    return daysBefore === 0 ? 'On the check-in day' : `${count(daysBefore ?? 0, 'day')} before check-in`;
  }
  return trigger === 'date' && date !== null ? `On ${dayAndYear(date)}` : OWN_TRIGGERS[trigger];
}
