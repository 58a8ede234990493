import { appsFromStandby } from '#db/standby-reads.ts';
import type { CompleteResolvers } from '#kit/complete-resolvers.ts';
import { readableFields } from '#kit/custom-fields.ts';
import { referTo } from '#kit/reference.ts';
import { selectsOnly } from '#kit/selected-fields.ts';
import { addComment } from './commands/add-comment.ts';
import { addPhotos, announcePhoto, removePhoto } from './commands/add-photos.ts';
import { assignTask } from './commands/assign-task.ts';
import { checkTaskRules, importTaskRules } from './commands/import-task-rules.ts';
import { registerType, retireType } from './commands/register-type.ts';
import { requestTask } from './commands/request-task.ts';
import { setChecklistItem } from './commands/set-checklist-item.ts';
import { deleteCustomField, setCustomField } from './commands/set-custom-field.ts';
import { setHostRule, setProvider, setVerification, switchType } from './commands/set-provider.ts';
import { setTaskField } from './commands/set-task-field.ts';
import { removeTaskRule, setTaskRule } from './commands/set-task-rule.ts';
import { transitionTask } from './commands/transition-task.ts';
import { updateTask } from './commands/update-task.ts';
import type { Resolvers, ResolversParentTypes } from './generated.ts';
import { BRIEF_FIELDS } from './queries/brief-fields.ts';
import { commentsOf } from './queries/comments.ts';
import { listHostTasks } from './queries/host-tasks.ts';
import { listMyTasks } from './queries/my-tasks.ts';
import { nextArrivalOf } from './queries/next-arrival.ts';
import { listTaskRules } from './queries/task-rules.ts';
import {
  fieldsOf,
  hostMovesOf,
  listHostRules,
  listTaskTypes,
  rulesOf,
  toTypeField,
} from './queries/task-types.ts';
import { listTasks, tasksOf } from './queries/tasks.ts';
import { findTask } from './store/find-task.ts';

/** Resolvers for fields in `schema/tasks.graphql` that aren't row properties, in SDL order. */
export const resolvers = {
  Query: {
    task: (_root, { id }, ctx) => findTask(ctx, id),
    tasks: (_root, listing, ctx, info) =>
      appsFromStandby(ctx, (ctx) => listTasks(ctx, { ...listing, brief: selectsOnly(info, BRIEF_FIELDS) })),
    hostTasks: (_root, listing, ctx) => listHostTasks(ctx, listing),
    myTasks: (_root, listing, ctx) => listMyTasks(ctx, listing),
    taskTypes: (_root, _args, ctx) => listTaskTypes(ctx),
    taskRulesCheck: (_root, { rules }, ctx) => checkTaskRules(ctx, rules),
    taskRules: (_root, _args, ctx) => listTaskRules(ctx),
    hostRules: (_root, _args, ctx) => listHostRules(ctx),
  },
  Mutation: {
    taskAssign: (_root, { input }, ctx) => assignTask(ctx, input),
    taskSetCustomField: (_root, field, ctx) => setCustomField(ctx, field),
    taskDeleteCustomField: (_root, field, ctx) => deleteCustomField(ctx, field),
    taskTransitionStatus: (_root, move, ctx) => transitionTask(ctx, move),
    taskCreate: (_root, { input }, ctx) => requestTask(ctx, input),
    taskUpdate: (_root, { input }, ctx) => updateTask(ctx, input),
    taskChecklistItemSet: (_root, change, ctx) => setChecklistItem(ctx, change),
    taskCommentAdd: (_root, comment, ctx) => addComment(ctx, comment),
    taskPhotoUploadCreate: (_root, { input }, ctx) => announcePhoto(ctx, input),
    taskPhotosAdd: (_root, photos, ctx) => addPhotos(ctx, photos),
    taskPhotoRemove: (_root, photo, ctx) => removePhoto(ctx, photo),
    taskTypeRegister: (_root, { input }, ctx) => registerType(ctx, input),
    taskTypeRetire: (_root, { key }, ctx) => retireType(ctx, key),
    taskTypeSwitch: (_root, { input }, ctx) => switchType(ctx, input),
    taskFieldSet: (_root, { input }, ctx) => setTaskField(ctx, input),
    taskStatusSet: (_root, move, ctx) => transitionTask(ctx, move),
    taskTypeProviderSet: (_root, { input }, ctx) => setProvider(ctx, input),
    taskTypeVerificationSet: (_root, { input }, ctx) => setVerification(ctx, input),
    taskRuleSet: (_root, { input }, ctx) => setTaskRule(ctx, input),
    taskRulesApply: (_root, { rules }, ctx) => importTaskRules(ctx, rules),
    taskRuleRemove: (_root, { id }, ctx) => removeTaskRule(ctx, id),
    hostRuleSet: async (_root, { input }, ctx) => {
      const { taskType, userErrors } = await setHostRule(ctx, input);
      const hostRule = taskType && rulesOf(taskType).find(({ trigger }) => trigger === input.trigger);
      return { hostRule: hostRule ?? null, userErrors };
    },
  },
  Task: {
    __resolveReference: ({ id }, ctx) => findTask(ctx, String(id)),
    canonicalStatus: (task) => task.status,
    customFields: ({ customFields }, { namespace }, { viewer }) =>
      readableFields(customFields, viewer, namespace),
    property: ({ propertyId }) => referTo(propertyId),
    booking: ({ bookingId }) => referTo(bookingId),
    unitType: ({ unitTypeId }) => referTo(unitTypeId),
    unit: ({ unitId }) => referTo(unitId),
    description: ({ note }) => note ?? null,
    comments: async ({ id }, _args, ctx) => (await commentsOf(ctx, id)) ?? [],
    fields: (task, _args, ctx) => fieldsOf(ctx, task),
    assignee: ({ assigneeName, assigneeAccountId }) =>
      assigneeName == null ? null : { accountId: assigneeAccountId ?? null, name: assigneeName },
    nextArrival: (task, _args, ctx) => nextArrivalOf(ctx, task),
    hostMoves: (task, _args, ctx) => hostMovesOf(ctx, task),
  },
  Booking: {
    tasks: ({ id }, listing, ctx, info) =>
      tasksOf(ctx, 'booking', String(id), { ...listing, brief: selectsOnly(info, BRIEF_FIELDS) }),
  },
  Property: {
    tasks: ({ id }, listing, ctx, info) =>
      tasksOf(ctx, 'property', String(id), { ...listing, brief: selectsOnly(info, BRIEF_FIELDS) }),
  },
  TaskRule: {
    checklist: ({ checklist }) => checklist.map((text) => ({ text })),
  },
  TaskType: {
    id: (type) => type.key,
    providerAppSlug: (type) => type.providerApp ?? null,
    slaSeconds: (type) => Math.round(type.slaMs / 1000),
    appSlug: ({ app }) => app ?? null,
    fields: ({ fields }) => fields.map(toTypeField),
    rules: rulesOf,
  },
} satisfies CompleteResolvers<Resolvers, ResolversParentTypes>;
