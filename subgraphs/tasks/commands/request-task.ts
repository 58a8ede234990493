import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, lockName, type Transaction } from '#db/transaction.ts';
import { parseId, parseWideId } from '#kit/ids.ts';
import type { Viewer } from '#kit/viewer.ts';
import { actorOf } from '../access.ts';
import { readTaskRequest, type TaskRequest, typeProblem } from '../domain/task-request.ts';
import { NO_UNIT, type TaskUnit, unitOf } from '../domain/task-unit.ts';
import type { Refusal } from '../errors.ts';
import { findAssignee } from '../operations/find-people.ts';
import { findUnit } from '../operations/find-unit.ts';
import { type FindBookingQuery, findBookingDocument, findPropertyDocument } from '../operations/generated.ts';
import { refused, type TaskResult } from '../steps/change-task.ts';
import { createTask } from '../steps/create-task.ts';
import { changeInstant } from '../store/change-instant.ts';
import { TaskEntity } from '../store/entities.ts';
import { latestStay, type VersionedStay } from '../store/recorded-stays.ts';
import { ensureTaskTypes, lockType } from '../store/task-types.ts';

/** Maximum tasks an install can create in 24 hours. */
const MAX_A_DAY = 1_000;

const DAY_MS = 86_400_000;

/**
 * Creates a task at a team's property, optionally for a booking there. Hosts can use any type; apps only
 * their own, once per `externalId`. See docs/interface/tasks.md#creating.
 */
export async function requestTask(ctx: SubgraphContext, input: TaskRequest): Promise<TaskResult> {
  const { teamId } = actorOf(ctx.viewer);
  const app = ctx.viewer.kind === 'app' ? ctx.viewer.appSlug : null;
  const read = readTaskRequest(input, app);
  if ('code' in read) return refused(read);
  const types = await ensureTaskTypes(ctx, teamId);
  const type = types.find(({ key }) => key === input.taskType) ?? null;
  const problem = typeProblem(type, input.taskType, app);
  if (problem || !type) return refused(problem ?? NO_TYPE);
  const place = await placeOf(asPartOfTheTeam(ctx), input);
  if ('task' in place) return place;
  const chosen = input.unitId == null ? null : await findUnit(ctx, input.unitId);
  if (input.unitId != null && chosen?.propertyId !== place.propertyId) return NO_UNIT_THERE;
  const { assigneeAccountId = null } = input;
  const assignee = assigneeAccountId && (await findAssignee(ctx, place.propertyId, assigneeAccountId));
  if (assigneeAccountId !== null && !assignee) return NO_ASSIGNEE;
  return inTransaction(ctx, async (em) => {
    const booked = await unitNow(em, place);
    if ('task' in booked) return booked;
    const { unitTypeId, unitId } = chosen ?? booked;
    const locked = await lockType(em, type);
    const changed = typeProblem(locked, input.taskType, app);
    if (changed || !locked) return refused(changed ?? NO_TYPE);
    const { propertyId, bookingId } = place;
    const asked = {
      ...read,
      propertyId,
      bookingId,
      unit: { unitTypeId, unitId },
      unitChosen: chosen !== null,
      assignee: assignee || null,
      type: locked,
      dueAt: input.dueAt ?? null,
      createdByApp: app,
    };
    if (app === null) {
      const task = await createTask(ctx, em, asked);
      await recordTeamEvent(ctx, em, [teamId], { kind: 'task.created', subject: task.taskType });
      return { task, userErrors: [] };
    }
    // Serializes an app's requests, so an external id is used once and the limit is exact.
    await lockName(em, `tasks of an app: ${teamId} ${app}`);
    const now = await changeInstant(em, teamId);
    const before = await em.findOne(TaskEntity, { teamId, createdByApp: app, externalId: read.externalId });
    if (before) return { task: before, userErrors: [] };
    const lately = { teamId, createdByApp: app, createdAt: { $gt: new Date(now.getTime() - DAY_MS) } };
    if ((await em.count(TaskEntity, lately)) >= MAX_A_DAY) return refused(TOO_MANY_TASKS);
    return { task: await createTask(ctx, em, asked), userErrors: [] };
  });
}

const NO_TYPE: Refusal = {
  field: ['input', 'taskType'],
  message: 'There is no such task type.',
  code: 'NOT_FOUND',
};

const TOO_MANY_TASKS: Refusal = {
  field: null,
  message: `An app can create at most ${MAX_A_DAY} tasks for a team in 24 hours.`,
  code: 'LIMIT',
};

/** Looks up the task's location for the whole team, regardless of the app's scopes. */
function asPartOfTheTeam(ctx: SubgraphContext): SubgraphContext {
  const viewer: Viewer =
    ctx.viewer.kind === 'app' ? { ...ctx.viewer, scopes: ['read_properties', 'read_bookings'] } : ctx.viewer;
  return { ...ctx, viewer };
}

interface Place {
  readonly propertyId: number;
  readonly bookingId: number | null;
  /** The booking's stay, if any. */
  readonly known: VersionedStay | null;
}

/**
 * Returns the task's unit, or a refusal if its booking has moved or been cancelled since the request. Later
 * changes to the booking will find the task.
 */
async function unitNow(
  em: Transaction,
  { propertyId, bookingId, known }: Place,
): Promise<TaskResult | TaskUnit> {
  if (bookingId === null || known === null) return NO_UNIT;
  const { stay, calledOff, version } = await latestStay(em, bookingId, known);
  if (calledOff && version > known.version) return noGuests('cancelled');
  if (stay.propertyId !== propertyId) return ELSEWHERE;
  return { unitTypeId: stay.unitTypeId, unitId: stay.unitId };
}

/**
 * Returns the task's property and unit, or a refusal: the property or booking isn't the team's, or the
 * booking is at another property or cancelled. Requires only one operation in either case.
 */
async function placeOf(ctx: SubgraphContext, input: TaskRequest): Promise<TaskResult | Place> {
  const propertyId = parseId(input.propertyId);
  if (propertyId === null) return NO_PROPERTY;
  if (input.bookingId == null) {
    const { property } = await ctx.execute(findPropertyDocument, { id: String(propertyId) }, ctx);
    return property ? { propertyId, bookingId: null, known: null } : NO_PROPERTY;
  }
  const asked = { id: input.bookingId, propertyId: String(propertyId) };
  const { property, booking } = await ctx.execute(findBookingDocument, asked, ctx);
  if (!property) return NO_PROPERTY;
  if (!booking) return refuse('bookingId', 'NOT_FOUND', 'There is no such booking.');
  const { status, version, timeZone, checkIn, checkOut, lines } = booking;
  if (Number(booking.propertyId) !== propertyId) return ELSEWHERE;
  if (status === 'cancelled' || status === 'released') return noGuests(status);
  const stay = { propertyId, timeZone, checkIn, checkOut, ...unitOf(lines.map(toUnits)) };
  return { propertyId, bookingId: parseWideId(input.bookingId), known: { version, stay } };
}

type BookingLine = NonNullable<FindBookingQuery['booking']>['lines'][number];

const toUnits = ({ unitTypeId, quantity, units }: BookingLine) => ({
  unitTypeId: unitTypeId === null ? null : Number(unitTypeId),
  quantity,
  unitIds: units.map(({ id }) => Number(id)),
});

function refuse(argument: keyof TaskRequest, code: Refusal['code'], message: string): TaskResult {
  return refused({ field: ['input', argument], message, code });
}

const noGuests = (status: 'cancelled' | 'released') =>
  refuse('bookingId', 'INVALID', `The booking is ${status}, so no guests will arrive.`);
const ELSEWHERE = refuse('bookingId', 'INVALID', 'The booking is at another property.');
const NO_UNIT_THERE = refuse('unitId', 'NOT_FOUND', 'There is no such unit at this property.');
const NO_ASSIGNEE = refuse(
  'assigneeAccountId',
  'NOT_FOUND',
  'No member with this account can do tasks at this property.',
);
const NO_PROPERTY = refuse('propertyId', 'NOT_FOUND', 'There is no such property.');
