import { count } from '../../format/dates.ts';
import type { HostRuleTrigger, HostTaskOrder, TaskStatus } from './generated.ts';

/** Kinds of task that a team has. */
export interface TaskSetup {
  readonly taskTypes: readonly { readonly id: string; readonly name: string; readonly state: string }[];
}

/** Columns of the board, in the order a task moves through them. */
export const COLUMNS: readonly {
  readonly status: TaskStatus;
  /** Outstanding tasks are sorted by due time, finished ones by the latest first. */
  readonly order: HostTaskOrder;
  readonly title: string;
  readonly empty: string;
}[] = [
  { status: 'OPEN', order: 'due', title: 'Open', empty: 'No open tasks.' },
  { status: 'ASSIGNED', order: 'due', title: 'Assigned', empty: 'No assigned tasks.' },
  { status: 'IN_PROGRESS', order: 'due', title: 'In progress', empty: 'No tasks in progress.' },
  { status: 'COMPLETED', order: 'changed', title: 'Done', empty: 'No tasks to verify.' },
];

/** Tasks that left the board. */
export const PAST: typeof COLUMNS = [
  { status: 'VERIFIED', order: 'changed', title: 'Verified', empty: 'No verified tasks yet.' },
  { status: 'CANCELLED', order: 'changed', title: 'Cancelled', empty: 'No cancelled tasks.' },
];

/** Label of a status change, by the current status if that changes the words. */
export function moveWords(from: TaskStatus, to: TaskStatus): string {
  if (to === 'IN_PROGRESS' && from === 'COMPLETED') return 'Redo';
  return MOVES[to];
}

const MOVES: Readonly<Record<TaskStatus, string>> = {
  OPEN: 'Unassign',
  ASSIGNED: 'Assign to me',
  IN_PROGRESS: 'Start',
  COMPLETED: 'Done',
  VERIFIED: 'Verify',
  CANCELLED: 'Cancel',
};

/** Status changes in the order of their buttons: forward first, cancel last. */
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

/** Who does a task and who decided that: `app:` and a slug, `host`, or `platform`. */
export function assigneeWords(assigneeName: string, assignedBy: string | null): string {
  if (assignedBy === 'host') return 'Assigned to you';
  if (assignedBy === 'platform') return `${assigneeName}: no app answered in time`;
  return assignedBy ? `${assigneeName}, by ${assignedBy.replace(/^app:/, '')}` : assigneeName;
}

/** Where a task is: the property, and as much of the unit as is known. */
export function placeWords(
  property: string,
  {
    unitType,
    unit,
  }: { readonly unitType: { readonly name: string } | null; readonly unit: { readonly name: string } | null },
): string {
  return [property, ...(unitType ? [unitType.name] : []), ...(unit ? [`unit ${unit.name}`] : [])].join(', ');
}

/** The guest and party of its booking. */
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

/** When a rule creates a task, and when that is due. */
export function ruleWords({ trigger, offsetSeconds, due }: Rule): string {
  const wait =
    offsetSeconds === 0
      ? ''
      : trigger === 'every'
        ? ` every ${spanWords(offsetSeconds)}`
        : `, ${spanWords(offsetSeconds)} later`;
  return `One ${TRIGGERS[trigger]}${wait}, due ${due.replace('the check', 'its check')}`;
}

function spanWords(seconds: number): string {
  const [size, unit] =
    seconds % 86_400 === 0 ? [86_400, 'day'] : seconds % 3_600 === 0 ? [3_600, 'hour'] : [60, 'minute'];
  const count = Math.round((seconds / Number(size)) * 100) / 100;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
