import { createServer } from 'node:http';
import { graphql, isFromPlatform, readBody, required } from './platform.js';

const secret = required('PLATFORM_WEBHOOK_SECRET');
const port = Number(process.env.PORT ?? 3000);
const publicUrl = process.env.PUBLIC_URL ?? `http://localhost:${port}`;

/** Open payments by the platform's session id. In production, use your database and your payment provider. */
const sessions = new Map();

const RESOLVE = `mutation Resolve($id: ID!, $reference: String!) {
  paymentSessionResolve(id: $id, reference: $reference) { userErrors { field message } }
}`;
const REJECT = `mutation Reject($id: ID!, $code: String!, $message: String!) {
  paymentSessionReject(id: $id, reason: { code: $code, message: $message }) { userErrors { field message } }
}`;

/** Opens a session. The platform can send the same id twice; it redirects the guest to `redirect_url`. */
function openSession({ payment_session: session }) {
  sessions.set(session.id, session);
  return { redirect_url: `${publicUrl}/pay/${encodeURIComponent(session.id)}` };
}

/** Reports the guest's decision to the platform, which is safe to repeat, and returns where to send the guest. */
async function finish(session, decision) {
  if (decision === 'approve') {
    await graphql(RESOLVE, { id: session.id, reference: `demo-${session.id}` });
    return session.return_url;
  }
  await graphql(REJECT, { id: session.id, code: 'declined', message: 'The guest declined the payment.' });
  return session.cancel_url;
}

const html = (text) => String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const page = ({ amount, currency, booking, statement }) => `<!doctype html>
<html lang="en">
  <title>Pay ${html(amount)} ${html(currency)}</title>
  <h1>${html(amount)} ${html(currency)}</h1>
  <p>${booking ? `Booking ${html(booking.reference)}` : `Statement ${html(statement.number)}`}</p>
  <form method="post">
    <button name="decision" value="approve">Pay</button>
    <button name="decision" value="decline">Decline</button>
  </form>
</html>`;

const server = createServer(async (request, response) => {
  const answer = (status, headers = {}, body = '') => response.writeHead(status, headers).end(body);
  try {
    const body = await readBody(request);
    if (request.method === 'POST' && request.url === '/payment-sessions') {
      if (!isFromPlatform(request.headers, body, secret)) return answer(401);
      return answer(
        200,
        { 'content-type': 'application/json' },
        JSON.stringify(openSession(JSON.parse(body))),
      );
    }
    const session = sessions.get(decodeURIComponent(request.url.replace(/^\/pay\//, '')));
    if (!session) return answer(404);
    if (request.method === 'GET') {
      return answer(200, { 'content-type': 'text/html; charset=utf-8' }, page(session));
    }
    const decision = new URLSearchParams(body.toString()).get('decision');
    answer(303, { location: await finish(session, decision) });
  } catch (error) {
    console.error(error);
    answer(500);
  }
});

server.listen(port, () => console.log(`Listening on ${publicUrl}/payment-sessions`));
