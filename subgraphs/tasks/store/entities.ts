import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { StoredCustomField } from '#kit/custom-fields.ts';
import type { AssigneeType } from '../domain/assignment.ts';
import type { Party } from '../domain/party.ts';
import type { TaskStatus } from '../domain/status.ts';
import type { StayDay, TaskField, TaskRule, TaskTypeState } from '../domain/task-types.ts';

const p = defineEntity.properties;

/** A task. Rows of other subgraphs are plain ids. */
export const TaskEntity = defineEntity({
  name: 'Task',
  schema: 'tasks',
  tableName: 'task',
  properties: {
    id: p.bigint('number').primary(),
    teamId: p.bigint('number'),
    taskType: p.text(),
    status: p.text().$type<TaskStatus>(),
    propertyId: p.bigint('number'),
    bookingId: p.bigint('number').nullable(),
    unitTypeId: p.bigint('number').nullable(),
    unitId: p.bigint('number').nullable(),
    dueAt: p.datetime(3).nullable(),
    /** The day of its booking's stay that it is due on, and follows; null if its due time is its own. */
    dueOn: p.text().$type<StayDay>().nullable(),
    /** Whether its property was notified that it came due unfinished. */
    dueNoted: p.boolean().default(false),
    title: p.text().nullable(),
    note: p.text().nullable(),
    /** Slug of the app that created it, and that app's own name of it. */
    createdByApp: p.text().nullable(),
    externalId: p.text().nullable(),
    /** What a rule made it for: it makes one of each. */
    madeBy: p.text().nullable(),
    /** Whether its property is not guest-ready without it, as it was when the task was created. */
    blocksGuestReady: p.boolean(),
    assigneeType: p.text().$type<AssigneeType>().nullable(),
    assigneeName: p.text().nullable(),
    assignedBy: p.text().$type<Party>().nullable(),
    /** Who of the team took it on; null where that is no one in particular. */
    assigneeAccountId: p.bigint('number').nullable(),
    /** How long an assignment may take, as it was agreed when the task was created. Milliseconds. */
    slaMs: p.integer(),
    /** When the fallback takes over, if no one assigned it before. */
    assignBy: p.datetime(3),
    customFields: p.json<readonly StoredCustomField[]>(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type Task = InferEntity<typeof TaskEntity>;

/** A kind of task of a team, with what the host decided about it. */
export const TaskTypeEntity = defineEntity({
  name: 'TaskType',
  schema: 'tasks',
  tableName: 'task_type',
  properties: {
    teamId: p.bigint('number').primary(),
    key: p.text().primary(),
    name: p.text(),
    description: p.text(),
    icon: p.text().nullable(),
    /** Slug of the app that adds it; null for built-in ones. */
    app: p.text().nullable(),
    state: p.text().$type<TaskTypeState>(),
    /** A whole sentence; null while it is not retired. */
    retiredBecause: p.text().nullable(),
    /** By a mutation of its app, not by a manifest. */
    registered: p.boolean(),
    blocksGuestReady: p.boolean(),
    fields: p.json<readonly TaskField[]>(),
    rules: p.json<readonly TaskRule[]>(),
    /** Slug of the app that is asked to assign. */
    providerApp: p.text().nullable(),
    slaMs: p.integer(),
    /** The host rule: create one at the check-out day of a confirmed booking. */
    atCheckOut: p.boolean(),
  },
});
export type TaskType = InferEntity<typeof TaskTypeEntity>;

/** The newest that is known of a booking's stay, and the newest version heard of its status and of its stay. */
export const HeardBookingEntity = defineEntity({
  name: 'HeardBooking',
  schema: 'tasks',
  tableName: 'booking_heard',
  properties: {
    bookingId: p.bigint('number').primary().autoincrement(false),
    version: p.integer(),
    stayVersion: p.integer().default(0),
    propertyId: p.bigint('number').strictNullable(),
    timeZone: p.text().strictNullable(),
    /** `YYYY-MM-DD`. */
    checkIn: p.date().strictNullable(),
    checkOut: p.date().strictNullable(),
    unitTypeId: p.bigint('number').strictNullable(),
    unitId: p.bigint('number').strictNullable(),
    calledOff: p.boolean().default(false),
  },
});
