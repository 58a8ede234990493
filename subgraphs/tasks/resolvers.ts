import { readableFields } from '#kit/custom-fields.ts';
import { referTo } from '#kit/reference.ts';
import { assignTask } from './commands/assign-task.ts';
import { createHostTask } from './commands/create-host-task.ts';
import { deleteCustomField, setCustomField } from './commands/set-custom-field.ts';
import { setHostRule, setProvider } from './commands/set-provider.ts';
import { transitionTask } from './commands/transition-task.ts';
import { legalTargets } from './domain/status.ts';
import type { Resolvers } from './generated.ts';
import { listTasks, tasksOf } from './list-tasks.ts';
import { describeHostRule, findTask, listHostRules, listHostTasks, listTaskTypes } from './queries.ts';

/** Every field of `schema/tasks.graphql` that is not read off its row, in the order of the SDL. */
export const resolvers = {
  Query: {
    task: (_root, { id }, ctx) => findTask(ctx, id),
    tasks: (_root, listing, ctx) => listTasks(ctx, listing),
    hostTasks: (_root, listing, ctx) => listHostTasks(ctx, listing),
    taskTypes: (_root, _args, ctx) => listTaskTypes(ctx),
    hostRules: (_root, _args, ctx) => listHostRules(ctx),
  },
  Mutation: {
    taskAssign: (_root, { input }, ctx) => assignTask(ctx, input),
    taskSetCustomField: (_root, field, ctx) => setCustomField(ctx, field),
    taskDeleteCustomField: (_root, field, ctx) => deleteCustomField(ctx, field),
    taskTransitionStatus: (_root, move, ctx) => transitionTask(ctx, move),
    taskCreate: (_root, { input }, ctx) => createHostTask(ctx, input),
    taskStatusSet: (_root, move, ctx) => transitionTask(ctx, move),
    taskTypeProviderSet: (_root, { input }, ctx) => setProvider(ctx, input),
    hostRuleSet: async (_root, { input }, ctx) => {
      const { taskType, userErrors } = await setHostRule(ctx, input);
      return { hostRule: taskType && describeHostRule(taskType), userErrors };
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
    hostMoves: (task) => legalTargets(task.status, 'host'),
  },
  Booking: { tasks: ({ id }, listing, ctx) => tasksOf(ctx, 'booking', String(id), listing) },
  Property: { tasks: ({ id }, listing, ctx) => tasksOf(ctx, 'property', String(id), listing) },
  TaskType: {
    id: (type) => type.key,
    providerAppSlug: (type) => type.providerApp ?? null,
    slaSeconds: (type) => Math.round(type.slaMs / 1000),
  },
} satisfies Resolvers;
