import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { newUuid } from '#kit/ids.ts';
import type { TestPlatform } from '../support/platform.ts';
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { createTask, openTaskWorld } from '../support/task-world.ts';
import { check, type Judge } from './judge.ts';
import { devDependency } from './tools.ts';

/** The Standard Webhooks reference library over real deliveries. */
export const standardWebhooks: Judge = {
  name: 'standardwebhooks',
  version: devDependency('standardwebhooks').version,
  about:
    'A delivery that arrived over HTTP is verified by the Standard Webhooks library, and a changed one is not.',
  pace: 'ci',
  exceptions: [],
  async run(server) {
    const receiver = await startReceiver();
    try {
      const { secret, webhook } = await delivered(server, receiver);
      const headers = webhook.headers as Record<string, string>; // none of our headers is sent twice
      const library = new Webhook(secret);
      return [
        await check('a delivery is verified', () =>
          assert.deepEqual(library.verify(webhook.body, headers), webhook.envelope),
        ),
        await check('a changed body is refused', () =>
          assert.throws(() => library.verify(`${webhook.body} `, headers)),
        ),
        await check('a changed id is refused', () =>
          assert.throws(() => library.verify(webhook.body, { ...headers, 'webhook-id': newUuid() })),
        ),
        await check('another secret is refused', () =>
          assert.throws(() =>
            new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').verify(webhook.body, headers),
          ),
        ),
      ];
    } finally {
      await receiver.close();
    }
  },
};

/** Triggers a delivery to a new app: the host creates a task. */
async function delivered(
  server: TestPlatform,
  receiver: Receiver,
): Promise<{ readonly secret: string; readonly webhook: Received }> {
  const world = await openTaskWorld(server, receiver, { delivery: { standard_webhooks: true } });
  await createTask(server, world);
  await receiver.until(({ length }) => length > 0);
  const [webhook] = receiver.received;
  assert.ok(webhook);
  return { secret: world.app.webhookSecret, webhook };
}
