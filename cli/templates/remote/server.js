import { createServer } from 'node:http';
import { graphql, isFromPlatform, readBody, required } from './platform.js';

const secret = required('PLATFORM_WEBHOOK_SECRET');
const port = Number(process.env.PORT ?? 3000);

// Deliveries are at-least-once, so remember the most recent ones. Use your database for this in production.
const seen = new Set();

/** Your code goes here. The platform waits 10 seconds for the response, so run long work later. */
async function onEvent({ topic, team, resource }) {
  console.log(`${topic} on ${team}: ${resource.type} ${resource.id}`);
}

const server = createServer(async (request, response) => {
  const answer = (status) => response.writeHead(status).end();
  if (request.method !== 'POST' || request.url !== '/webhooks') return answer(404);
  try {
    const body = await readBody(request);
    if (!isFromPlatform(request.headers, body, secret)) return answer(401);
    const event = JSON.parse(body);
    if (!seen.has(event.event_id)) await onEvent(event);
    seen.add(event.event_id);
    answer(204);
  } catch (error) {
    // Any status other than 2xx makes the platform deliver again.
    console.error(error);
    answer(500);
  }
});

server.listen(port, async () => {
  console.log(`Listening on http://localhost:${port}/webhooks`);
  try {
    const { currentApp } = await graphql('{ currentApp { name } }');
    console.log(currentApp ? `Connected as ${currentApp.name}.` : 'The runtime token is not valid.');
  } catch (error) {
    console.error('The API did not respond.', error);
  }
});
