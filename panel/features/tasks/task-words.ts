import { count } from '../../format/dates.ts';
import type { HostRuleTrigger, HostTaskOrder, TaskStatus } from './generated.ts';

/** A team's task types. */
export interface TaskSetup {
  /** The signed-in member. */
  readonly account: { readonly id: string } | null;
  readonly taskTypes: readonly { readonly id: string; readonly name: string; readonly state: string }[];
}

/** The board's columns, in the order a task moves through them. */
export const COLUMNS: readonly {
  readonly status: TaskStatus;
  /** Outstanding tasks are sorted by due time, finished tasks by latest change. */
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
  readonly assigneeName: string;
  /** Null if the assignee isn't a member of the team. */
  readonly assigneeAccountId: string | null;
  /** `app:` and a slug, `host`, or `platform`. */
  readonly assignedBy: string | null;
}

/** Describes a task's assignee, and who chose them, to the member with the account `ownId`. */
export function assigneeWords(
  { assigneeName, assigneeAccountId, assignedBy }: Assignment,
  ownId: string | null,
): string {
  if (assigneeAccountId !== null)
    return assigneeAccountId === ownId ? 'Assigned to you' : 'Assigned to a colleague';
  if (assignedBy === 'host') return 'Assigned by your team';
  if (assignedBy === 'platform') return `${assigneeName}: no app responded in time`;
  return assignedBy ? `${assigneeName}, by ${assignedBy.replace(/^app:/, '')}` : assigneeName;
}

/** Returns a task's place: the property, and the unit if it's known. */
export function placeWords(
  property: string,
  {
    unitType,
    unit,
  }: { readonly unitType: { readonly name: string } | null; readonly unit: { readonly name: string } | null },
): string {
  return [property, ...(unitType ? [unitType.name] : []), ...(unit ? [`unit ${unit.name}`] : [])].join(', ');
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
