import { defineEntity, type InferEntity } from '@mikro-orm/core';
import type { StoredCustomField } from '#kit/custom-fields.ts';
import type { AssigneeType } from '../domain/assignment.ts';
import type { ChecklistItem } from '../domain/checklist.ts';
import type { Party } from '../domain/party.ts';
import type { TaskStatus } from '../domain/status.ts';
import type { TaskRuleTrigger } from '../domain/task-rule.ts';
import type { StayDay, TaskField, TaskRule, TaskTypeState } from '../domain/task-types.ts';

const p = defineEntity.properties;

/** A task. References to other subgraphs are plain ids. */
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
    /** True if a person or app chose the unit, so that it's kept when the booking moves to another unit. */
    unitChosen: p.boolean().default(false),
    dueAt: p.datetime(3).nullable(),
    /** The stay day that determines its due time; null if it has its own. */
    dueOn: p.text().$type<StayDay>().nullable(),
    /** True if its property was published as not guest-ready because this task is due but unfinished. */
    dueNoted: p.boolean().default(false),
    title: p.text().nullable(),
    /** The SDL's `description` and `note`. */
    note: p.text().nullable(),
    checklist: p.json<readonly ChecklistItem[]>().default('[]'),
    /** Slug of the app that created it, and the app's own id for it. */
    createdByApp: p.text().nullable(),
    externalId: p.text().nullable(),
    /** Key for the booking event or repetition for which a rule created it; unique per rule. */
    madeBy: p.text().nullable(),
    /** True if the task keeps its property from being guest-ready while unfinished; set at creation. */
    blocksGuestReady: p.boolean(),
    assigneeType: p.text().$type<AssigneeType>().nullable(),
    assigneeName: p.text().nullable(),
    assignedBy: p.text().$type<Party>().nullable(),
    /** The assigned team member's account; null if not a particular member. */
    assigneeAccountId: p.bigint('number').nullable(),
    /** The account that completed it; null if it isn't done, or an app completed it. */
    completedByAccountId: p.bigint('number').nullable(),
    /** Time allowed for an assignment, set at creation. Milliseconds. */
    slaMs: p.integer(),
    /** Fallback time if it's still unassigned. */
    assignBy: p.datetime(3),
    customFields: p.json<readonly StoredCustomField[]>(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});
export type Task = InferEntity<typeof TaskEntity>;

/** A team's task type, with the host's settings. */
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
    /** Slug of the app that adds it; null for built-in types. */
    app: p.text().nullable(),
    state: p.text().$type<TaskTypeState>(),
    /** A whole sentence; null unless retired. */
    retiredBecause: p.text().nullable(),
    /** True if registered by a mutation instead of a manifest. */
    registered: p.boolean(),
    blocksGuestReady: p.boolean(),
    fields: p.json<readonly TaskField[]>(),
    rules: p.json<readonly TaskRule[]>(),
    /** Slug of the assignment provider's app. */
    providerApp: p.text().nullable(),
    slaMs: p.integer(),
    /** Host rule: create a task on a confirmed booking's check-out day. */
    atCheckOut: p.boolean(),
    /** True if members can verify tasks that they did themselves. */
    ownWorkVerified: p.boolean().default(false),
  },
});
export type TaskType = InferEntity<typeof TaskTypeEntity>;

/** A comment on a task. */
export const TaskCommentEntity = defineEntity({
  name: 'TaskComment',
  schema: 'tasks',
  tableName: 'task_comments',
  properties: {
    id: p.bigint('number').primary(),
    teamId: p.bigint('number'),
    taskId: p.bigint('number'),
    text: p.text(),
    authorName: p.text(),
    /** The team member who wrote it; null for an app. */
    authorAccountId: p.bigint('number').nullable(),
    /** Slug of the app that wrote it; null for a member. */
    authorApp: p.text().nullable(),
    createdAt: p.datetime(3),
  },
});
export type TaskComment = InferEntity<typeof TaskCommentEntity>;

/** A host's rule that creates tasks. */
export const TaskRuleEntity = defineEntity({
  name: 'TaskRule',
  schema: 'tasks',
  tableName: 'task_rules',
  properties: {
    id: p.bigint('number').primary(),
    teamId: p.bigint('number'),
    /** Id in the file that it was imported from; null for a rule added otherwise. */
    externalId: p.text().nullable(),
    taskType: p.text(),
    trigger: p.text().$type<TaskRuleTrigger>(),
    everyNights: p.integer().nullable(),
    daysBefore: p.integer().nullable(),
    /** `YYYY-MM-DD`. */
    date: p.date().nullable(),
    /** The checklist's steps. */
    checklist: p.json<readonly string[]>(),
    /** Empty for all properties. */
    propertyIds: p.json<readonly number[]>(),
    enabled: p.boolean(),
    beganAt: p.datetime(3),
    /** Time of its next application; not for check-outs. */
    nextAt: p.datetime(3),
  },
});
export type TaskRuleRow = InferEntity<typeof TaskRuleEntity>;

/** The latest known stay for a booking, and the latest versions seen for its status and stay. */
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
    /** Check-in date, `YYYY-MM-DD`. */
    checkIn: p.date().strictNullable(),
    checkOut: p.date().strictNullable(),
    unitTypeId: p.bigint('number').strictNullable(),
    unitId: p.bigint('number').strictNullable(),
    calledOff: p.boolean().default(false),
  },
});
