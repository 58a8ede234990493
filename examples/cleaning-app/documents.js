import { document } from '@platform/app-sdk';

/** @import { CurrentInstall, MutationAppUsageRecordCreateArgs, MutationTaskAssignArgs, MutationTaskSetCustomFieldArgs, MutationTaskTransitionStatusArgs, PageInfo, Task, UserError } from '@platform/api-types/2027-01' */
/** @import { TypedDocument } from '@platform/app-sdk' */

/** @typedef {Pick<Task, 'id' | 'taskType' | 'canonicalStatus' | 'assigneeName' | 'assignedBy' | 'dueAt' | 'updatedAt'>} Seen */
/** @typedef {{ task: Seen | null, userErrors: UserError[] }} Changed */

/** Dated API version of the types above, which app.toml pins too. */
export const API_VERSION = '2027-01';

const SEEN = 'id taskType canonicalStatus assigneeName assignedBy dueAt updatedAt';
const CHANGED = `task { ${SEEN} } userErrors { field message code }`;

/** @type {TypedDocument<{ currentInstall: Pick<CurrentInstall, 'id' | 'team' | 'app'> }, unknown>} */
export const CURRENT_INSTALL = document('{ currentInstall { id team app } }');

/** @type {TypedDocument<{ task: Seen | null }, { id: string }>} */
export const TASK = document(`query ($id: ID!) { task(id: $id) { ${SEEN} } }`);

/** @type {TypedDocument<{ tasks: { nodes: Seen[], pageInfo: PageInfo } }, { since: string | null, after: string | null }>} */
export const CHANGED_TASKS = document(`query ($since: DateTime, $after: String) {
  tasks(filter: { updatedSince: $since }, first: 50, after: $after) {
    nodes { ${SEEN} } pageInfo { hasNextPage endCursor }
  }
}`);

/** @type {TypedDocument<{ taskAssign: Changed }, MutationTaskAssignArgs>} */
export const ASSIGN = document(`mutation ($input: TaskAssignInput!) {
  taskAssign(input: $input) { ${CHANGED} }
}`);

/** @type {TypedDocument<{ taskSetCustomField: Changed }, MutationTaskSetCustomFieldArgs>} */
export const SET_FIELD = document(`mutation (
  $taskId: ID!, $namespace: String!, $key: String!, $type: String!, $value: String!, $visibility: CustomFieldVisibility
) {
  taskSetCustomField(taskId: $taskId, namespace: $namespace, key: $key, type: $type, value: $value, visibility: $visibility) { ${CHANGED} }
}`);

/** @type {TypedDocument<{ taskTransitionStatus: Changed }, MutationTaskTransitionStatusArgs>} */
export const TRANSITION = document(`mutation ($id: ID!, $status: TaskStatus!) {
  taskTransitionStatus(id: $id, status: $status) { ${CHANGED} }
}`);

/** @type {TypedDocument<{ appUsageRecordCreate: { usageRecord: { id: string } | null, userErrors: UserError[] } }, MutationAppUsageRecordCreateArgs>} */
export const RECORD_USAGE = document(`mutation ($input: AppUsageRecordCreateInput!) {
  appUsageRecordCreate(input: $input) { usageRecord { id } userErrors { field message code } }
}`);
