import { msg, plural, t } from '@lingui/core/macro';
import { addDays, day, dayAndYear, localTime, todayIn } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';
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
export const VIEWS = translated({
  todo: {
    label: msg`To do`,
    filter: TO_DO,
    empty: {
      title: msg`No tasks to do`,
      text: msg`New tasks appear here, for example after a booking is confirmed.`,
    },
  },
  mine: {
    label: msg`Mine`,
    filter: { ...TO_DO, assignee: 'me' },
    empty: {
      title: msg`No tasks assigned to you`,
      text: msg`Tasks that someone assigns to you appear here. You can also take one under “Not taken”.`,
    },
  },
  untaken: {
    label: msg`Not taken`,
    filter: { ...TO_DO, assignee: 'no_one' },
    empty: { title: msg`Every task has someone`, text: msg`Tasks without an assignee appear here.` },
  },
  done: {
    label: msg`To verify`,
    filter: { ...PAST, status: 'COMPLETED' },
    empty: {
      title: msg`No tasks to verify`,
      text: msg`Completed tasks appear here until someone verifies them.`,
    },
  },
  verified: {
    label: msg`Verified`,
    filter: { ...PAST, status: 'VERIFIED' },
    empty: {
      title: msg`No verified tasks yet`,
      text: msg`Tasks appear here once someone has verified them.`,
    },
  },
  cancelled: {
    label: msg({ message: 'Cancelled', context: 'task' }),
    filter: { ...PAST, status: 'CANCELLED' },
    empty: { title: msg`No cancelled tasks`, text: msg`Tasks that someone cancels appear here.` },
  },
}) satisfies Readonly<
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
  if (dueAt === null) return t`No due time`;
  if (Date.parse(dueAt) < Date.now()) return t`Overdue`;
  const timeZone = property?.timeZone ?? 'UTC';
  const today = todayIn(timeZone);
  const date = localTime(dueAt, timeZone).slice(0, 10);
  if (date === today) return t`Today`;
  return date === addDays(today, 1) ? t`Tomorrow` : t`Later`;
}

/** Returns a status change's label; some labels depend on the current status. */
export function moveWords(from: TaskStatus, to: TaskStatus): string {
  if (to === 'IN_PROGRESS' && from === 'COMPLETED') return t`Redo`;
  return MOVES[to];
}

const MOVES: Readonly<Record<TaskStatus, string>> = translated({
  OPEN: msg`Unassign`,
  ASSIGNED: msg`Assign to me`,
  IN_PROGRESS: msg`Start`,
  COMPLETED: msg`Complete`,
  VERIFIED: msg`Verify`,
  CANCELLED: msg`Cancel`,
});

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
  if (assignee === null) return t`No one yet`;
  if (assignee.accountId !== null && assignee.accountId === ownId) return t`You`;
  if (assignedBy === 'platform') return t`No one yet: no app responded in time`;
  return assignedBy?.startsWith('app:') ? t`${assignee.name}, by ${assignedBy.slice(4)}` : assignee.name;
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
  return [property, ...(unitType ? [unitType.name] : []), ...(unit ? [t`unit ${unit.name}`] : [])].join(', ');
}

/** Returns a property's street and town; empty if unknown. */
export const addressWords = (
  address: { readonly street: string | null; readonly locality: string | null } | null | undefined,
): string => [address?.street, address?.locality].filter(Boolean).join(', ');

/** Describes the next guests in a task's unit. */
export function arrivalWords(
  arrival: { readonly checkIn: string; readonly guests: number; readonly arrivalTime: string | null } | null,
): string {
  if (arrival === null) return t`None in the next 30 days`;
  const { checkIn, guests, arrivalTime } = arrival;
  return arrivalTime === null
    ? t`${plural(guests, { one: '# guest', other: '# guests' })} on ${day(checkIn)}`
    : t`${plural(guests, { one: '# guest', other: '# guests' })} on ${day(checkIn)}, ${arrivalTime}`;
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
  return `${guestFirstName} ${guestLastName}, ${plural(party.adults + party.children, { one: '# guest', other: '# guests' })}`;
}

interface Rule {
  readonly trigger: HostRuleTrigger;
  readonly offsetSeconds: number;
  readonly due: string;
}

const TRIGGERS: Readonly<Record<HostRuleTrigger, string>> = translated({
  booking_confirmed: msg`for every confirmed booking`,
  booking_checked_out: msg`for every check-out`,
  booking_cancelled: msg`for every cancelled booking`,
  every: msg`at every property`,
});

/** Returns when a rule creates a task, and when that task is due. */
export function ruleWords({ trigger, offsetSeconds, due }: Rule): string {
  const wait =
    offsetSeconds === 0
      ? ''
      : trigger === 'every'
        ? t` every ${spanWords(offsetSeconds)}`
        : t`, ${spanWords(offsetSeconds)} later`;
  return t`A task ${TRIGGERS[trigger]}${wait}, due ${due.replace('the check', 'its check')}`;
}

function spanWords(seconds: number): string {
  if (seconds % 86_400 === 0) return plural(seconds / 86_400, { one: '# day', other: '# days' });
  if (seconds % 3_600 === 0) return plural(seconds / 3_600, { one: '# hour', other: '# hours' });
  return plural(Math.round(seconds / 0.6) / 100, { one: '# minute', other: '# minutes' });
}

/** Triggers of the host's own rules. */
export const OWN_TRIGGERS: Readonly<Record<TaskRuleTrigger, string>> = translated({
  check_out: msg`At every check-out`,
  in_house: msg`Every few nights while guests are in house`,
  before_arrival: msg`Before guests arrive`,
  date: msg`On a date`,
});

interface OwnRule {
  readonly trigger: TaskRuleTrigger;
  readonly everyNights: number | null;
  readonly daysBefore: number | null;
  readonly date: string | null;
}

/** Returns when a host's own rule creates a task. */
export function ownRuleWords({ trigger, everyNights, daysBefore, date }: OwnRule): string {
  if (trigger === 'in_house') {
    return everyNights === 1 ? t`Every night in house` : t`Every ${everyNights ?? 0} nights in house`;
  }
  if (trigger === 'before_arrival') {
    return daysBefore === 0
      ? t`On the check-in day`
      : t`${plural(daysBefore ?? 0, { one: '# day', other: '# days' })} before check-in`;
  }
  return trigger === 'date' && date !== null ? t`On ${dayAndYear(date)}` : OWN_TRIGGERS[trigger];
}
