import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acpAgent } from '../support/acp.ts';
import { BUYER, doorTo } from '../support/acp-storefront.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { daysAhead } from '../support/stays.ts';

const SLOW_CLIENTS = 200;

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform();
});

afterAll(() => platform.close());

/** Opens a request and then sends its body a byte at a time, for ever. Resolves with what came back when it is closed. */
function dribble(path: string, headers: string): { readonly closed: Promise<string> } {
  const socket: Socket = connect(platform.port, '127.0.0.1');
  const received: string[] = [];
  socket.write(
    `POST ${path} HTTP/1.1\r\n${headers}content-type: application/json\r\ncontent-length: 5000\r\n\r\n{`,
  );
  const timer = setInterval(() => socket.write(' '), 500);
  socket.on('data', (bytes) => received.push(bytes.toString()));
  return {
    closed: new Promise((closed) => {
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(timer);
        closed(received.join(''));
      });
    }),
  };
}

test(`${SLOW_CLIENTS} clients that never finish their body are let go, and the others book meanwhile`, async () => {
  const door = doorTo(platform, 'instant');
  const headers = `host: ${door.host}\r\nauthorization: Bearer ${door.apiKey}\r\n`;
  const slow = Array.from({ length: SLOW_CLIENTS }, (_, n) =>
    dribble(n % 2 ? '/api/acp/checkout_sessions' : '/api/mcp', headers),
  );
  const agent = acpAgent(door);
  for (let n = 0; n < 20; n++) {
    const created = await agent.create({
      line_items: [{ id: `stay:1:${daysAhead(30 + 3 * n)}:${daysAhead(32 + 3 * n)}:2:0` }],
      buyer: { ...BUYER, email: `guest-${n}@example.com` },
    });
    expect((await agent.complete(created.body.id)).body.status).toBe('completed');
  }
  const endings = await Promise.all(slow.map(({ closed }) => closed));
  for (const ending of endings) expect(ending).toMatch(/^(HTTP\/1\.1 4(01|08|00) .*)?$/s);
  await agent.close();
}, 60_000);
