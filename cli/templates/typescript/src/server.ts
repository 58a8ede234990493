import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Envelope, SignatureError, verifyWebhook } from '@platform/app-sdk';
import { findBooking, whoAmI } from './bookings.ts';
import { forgetSettings, hostSettings } from './hosts.ts';
import { port, required } from './settings.ts';

const secret = required('PLATFORM_WEBHOOK_SECRET');

// Deliveries are at-least-once, so remember the most recent ones. Use your database for this in production.
const seen = new Set<string>();

/** Your code goes here. The platform waits 10 seconds for the response, so run long work later. */
async function onEvent(event: Envelope): Promise<void> {
  if (event.topic === 'app.settings_changed') return forgetSettings();
  // Comparing the topic narrows the type of `resource`.
  if (event.topic !== 'booking.confirmed') return console.log(`${event.topic} on ${event.team}`);
  const booking = await findBooking(String(event.resource.id));
  const { greeting } = await hostSettings();
  const { reference } = event.resource;
  console.log(
    `${event.topic} on ${event.team}: ${greeting} of ${reference} arrives ${booking?.checkIn ?? 'unknown'}`,
  );
}

const server = createServer(async (request, response) => {
  const answer = (status: number) => response.writeHead(status).end();
  if (request.method !== 'POST' || request.url !== '/webhooks') return answer(404);
  try {
    const event = await verifyWebhook({ headers: request.headers, body: await buffer(request), secret });
    if (!seen.has(event.event_id)) await onEvent(event);
    seen.add(event.event_id);
    answer(204);
  } catch (error) {
    // Any status other than 2xx makes the platform deliver again.
    if (!(error instanceof SignatureError)) console.error(error);
    answer(error instanceof SignatureError ? error.status : 500);
  }
});

server.listen(port, async () => {
  console.log(`Listening on http://localhost:${port}/webhooks`);
  const name = await whoAmI().catch((error: unknown) => console.error('The API did not respond.', error));
  console.log(name ? `Connected as ${name}.` : 'The runtime token is not valid.');
});
