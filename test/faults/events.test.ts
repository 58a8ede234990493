import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#db/database.ts';
import { publishing } from '#db/events.ts';
import { queuesOf } from '#db/jobs/event-queues.ts';
import { createTestDatabase } from '../support/database.ts';
import { eventually } from '../support/task-world.ts';
import { openWire } from '../support/wire.ts';

test('an event raised while the database was down is published once it is back', async () => {
  const log = { info() {}, warn() {}, error() {} };
  const database = await createTestDatabase();
  const direct = new URL(database.url);
  const wire = await openWire(Number(direct.port));
  const url = Object.assign(new URL(direct), { port: String(wire.port) }).href;
  const db = await openDatabase({ url, entities: [], queues: [], log, poolSize: 2, worker: false });
  try {
    // Simulates a start that created or changed the queues: they are looked up again.
    for (const queue of queuesOf('booking.created')) await db.boss.updateQueue(queue, { retryLimit: 9_000 });
    const publish = () => publishing({ db }, 'booking.created', sql`SELECT '{}'::json`);
    await wire.cut();
    await expect(publish()).rejects.toThrow("The database doesn't respond.");
    await wire.mend();
    const { parts } = await eventually(
      () => publish().catch(() => ({ parts: null })),
      (published) => published.parts !== null,
    );
    expect(parts).not.toBeNull();
  } finally {
    await db.close();
    wire.close();
    await database.drop();
  }
});
