import type {
  MutationTaskAssignArgs,
  QueryTaskArgs,
  Task,
  TaskStatus,
  UserError,
} from '@platform/api-types/2027-01';

/** The API's address and the runtime token for the app's install. */
export type Endpoint = { readonly apiUrl: string; readonly runtimeToken: string };

/** Fields selected by the documents below, checked against the 2027-01 schema. */
export type Selected = Pick<Task, 'id' | 'canonicalStatus' | 'assigneeName'>;

const FIELDS = 'id canonicalStatus assigneeName';

/** Returns a task from the install's team; null for any other id. */
export async function readTask(endpoint: Endpoint, variables: QueryTaskArgs): Promise<Selected | null> {
  const query = `query ($id: ID!) { task(id: $id) { ${FIELDS} } }`;
  return (await send<{ task: Selected | null }>(endpoint, query, variables)).task;
}

/** Assigns a task to someone; throws with the reason if it's already assigned to someone else. */
export async function assignTask(endpoint: Endpoint, variables: MutationTaskAssignArgs): Promise<Selected> {
  const query = `mutation ($input: TaskAssignInput!) {
    taskAssign(input: $input) { task { ${FIELDS} } userErrors { field message } }
  }`;
  type Answer = {
    taskAssign: { task: Selected | null; userErrors: readonly Pick<UserError, 'field' | 'message'>[] };
  };
  const { task, userErrors } = (await send<Answer>(endpoint, query, variables)).taskAssign;
  if (task) return task;
  throw new Error(userErrors.map((error) => error.message).join(' '));
}

/** Status names on the app's own board. The code compiles only if every status in this version has a name. */
export const LABELS: Readonly<Record<TaskStatus, string>> = {
  OPEN: 'to assign',
  ASSIGNED: 'assigned',
  IN_PROGRESS: 'under way',
  COMPLETED: 'done',
  VERIFIED: 'checked',
  CANCELLED: 'off',
};

async function send<Data>(
  { apiUrl, runtimeToken }: Endpoint,
  query: string,
  variables: object,
): Promise<Data> {
  const response = await fetch(`${apiUrl}/developer/api/2027-01/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${runtimeToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  // The only place where received data is trusted to match the schema.
  const { data, errors } = (await response.json()) as { data: Data; errors?: { message: string }[] };
  if (errors) throw new Error(errors.map((error) => error.message).join(' '));
  return data;
}
