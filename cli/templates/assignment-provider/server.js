import { createServer } from 'node:http';
import { graphql, isFromPlatform, readBody, required } from './platform.js';

const secret = required('PLATFORM_WEBHOOK_SECRET');
const port = Number(process.env.PORT ?? 3000);

/** Your own people. Use your database for this in production. */
const workers = ['Ada', 'Grace', 'Edsger'];
const assigned = new Map();

const ASSIGN = `mutation Assign($id: ID!, $worker: String!) {
  taskAssign(input: { id: $id, assigneeType: external, assigneeName: $worker }) {
    task { id canonicalStatus assigneeName }
    userErrors { field message }
  }
}`;

/** Picks a worker and says so before the host's time runs out; a task seen before keeps its worker. */
async function onAssignmentRequested(task) {
  const worker = assigned.get(task.id) ?? workers[task.id % workers.length];
  const { taskAssign } = await graphql(ASSIGN, { id: String(task.id), worker });
  if (taskAssign.userErrors.length > 0) {
    // Someone else was faster: the assignment stands, so let our worker go.
    assigned.delete(task.id);
    console.log(`Task ${task.id} is not ours: ${taskAssign.userErrors[0].message}`);
    return;
  }
  assigned.set(task.id, worker);
  console.log(`Task ${task.id} (${task.task_type}) goes to ${worker}.`);
}

/** Our own changes come back as well; only a cancelled task is news. */
async function onStatusChanged(task) {
  if (task.canonical_status === 'cancelled' && assigned.delete(task.id)) {
    console.log(`Task ${task.id} is off.`);
  }
}

const handlers = {
  'task.assignment_requested': onAssignmentRequested,
  'task.status_changed': onStatusChanged,
};

const server = createServer(async (request, response) => {
  const answer = (status) => response.writeHead(status).end();
  if (request.method !== 'POST' || request.url !== '/webhooks') return answer(404);
  try {
    const body = await readBody(request);
    if (!isFromPlatform(request.headers, body, secret)) return answer(401);
    const { topic, resource } = JSON.parse(body);
    await handlers[topic]?.(resource);
    answer(204);
  } catch (error) {
    // Anything but 2xx makes the platform deliver again.
    console.error(error);
    answer(500);
  }
});

server.listen(port, () => console.log(`Listening on http://localhost:${port}/webhooks`));
