import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acpAgent } from '../support/acp.ts';
import { acpSurfaceTo, BUYER } from '../support/acp-storefront.ts';
import { daysAhead } from '../support/stays.ts';
import { startTwoServers, type TwoServers } from '../support/two-servers.ts';

const SLOW_CLIENTS = 200;

let servers: TwoServers;
/** The address for the process with a readable log. */
const address = () => servers.second.address;
beforeAll(async () => {
  servers = await startTwoServers();
});
afterAll(() => servers.close());

/** Sends a request's head and its body's first byte. */
function begin(path: string, headers = 'host: localhost\r\n'): Socket {
  const socket = connect(servers.second.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\n${headers}content-type: application/json\r\ncontent-length: 5000\r\n\r\n{`,
  );
  return socket;
}

/** Sends the body one byte at a time, forever. Resolves with the response once the connection is closed. */
async function dribble(socket: Socket): Promise<string> {
  const received: string[] = [];
  socket.on('data', (bytes) => received.push(bytes.toString()));
  const timer = setInterval(() => socket.write(' '), 500);
  await new Promise((closed) => socket.once('close', closed)); // a reset also ends it
  clearInterval(timer);
  return received.join('');
}

/** Log lines at `error` and above. */
const troubles = () => servers.second.output.filter((line) => /"level":(50|60)/.test(line));
/** Logged incomplete bodies. */
const unread = () =>
  servers.second.output.filter((line) => line.includes('"msg":"Failed to read a request"'));

test('a client that aborts its body causes no internal error on any surface', async () => {
  const surfaces = [
    '/api/mcp',
    '/api/acp/checkout_sessions',
    '/api/dev/apps',
    '/developer/api/2026-01/graphql',
    '/panel/graphql',
    '/login',
    '/oauth/token',
  ];
  const before = unread().length;
  for (const path of surfaces) {
    const socket = begin(path);
    await once(socket, 'connect');
    await sleep(50);
    socket.destroy();
  }
  while (unread().length === before) await sleep(20);
  expect((await fetch(`${address()}/healthz`)).status).toBe(200);
  expect(unread().map((line) => JSON.parse(line))).toMatchObject([{ level: 30, code: 'ECONNRESET' }]);
  expect(unread()[0]).not.toContain('stack');
  expect(troubles()).toEqual([]);
});

test(`${SLOW_CLIENTS} clients that never finish their body are disconnected`, async () => {
  const surface = { ...acpSurfaceTo(servers.platform, 'instant'), address: address() };
  const headers = `host: ${surface.host}\r\nauthorization: Bearer ${surface.apiKey}\r\n`;
  const slow = Array.from({ length: SLOW_CLIENTS }, (_, n) =>
    dribble(begin(n % 2 ? '/api/acp/checkout_sessions' : '/api/mcp', headers)),
  );
  const agent = acpAgent(surface);
  for (let n = 0; n < 20; n++) {
    const created = await agent.create({
      line_items: [{ id: `stay:1:${daysAhead(30 + 3 * n)}:${daysAhead(32 + 3 * n)}:2:0` }],
      buyer: { ...BUYER, email: `guest-${n}@example.com` },
    });
    expect((await agent.complete(created.body.id)).body.status).toBe('completed');
  }
  const endings = await Promise.all(slow);
  for (const ending of endings) expect(ending).toMatch(/^(HTTP\/1\.1 4(01|08|00) .*)?$/s);
  expect(troubles()).toEqual([]);
  await agent.close();
}, 60_000);
