import type {
  MutationTaskAssignArgs,
  QueryTaskArgs,
  Task,
  TaskStatus,
  UserError,
} from '@platform/api-types/2026-01';

/** Where the API is, and as which install the app speaks. */
export type Endpoint = { readonly apiUrl: string; readonly runtimeToken: string };

/** The fields the documents below select, checked against the schema of 2026-01. */
export type Selected = Pick<Task, 'id' | 'canonicalStatus' | 'assigneeName'>;

const FIELDS = 'id canonicalStatus assigneeName';

/** A task of the team the app is installed on; null for any other id. */
export async function readTask(endpoint: Endpoint, variables: QueryTaskArgs): Promise<Selected | null> {
  const query = `query ($id: ID!) { task(id: $id) { ${FIELDS} } }`;
  return (await send<{ task: Selected | null }>(endpoint, query, variables)).task;
}

/** Gives a task to someone, or throws with the reason why it is somebody else's. */
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

/** What the app's own board calls a status. Every status of this version has its word, or this does not compile. */
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
  const response = await fetch(`${apiUrl}/developer/api/2026-01/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${runtimeToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  // The one place where what came over the wire is believed to be what the schema promises.
  const { data, errors } = (await response.json()) as { data: Data; errors?: { message: string }[] };
  if (errors) throw new Error(errors.map((error) => error.message).join(' '));
  return data;
}
