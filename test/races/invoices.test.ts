import { expect, onTestFinished, test } from 'vitest';
import { installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { openInvoiceWorld } from '../support/invoice-world.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { patience, tries } from '../support/seeded.ts';
import { startServerProcess } from '../support/server-process.ts';

// Invoices while the process that issues them is killed, on a real PostgreSQL.

test(
  'a process killed while it issues invoices leaves no gap, and no invoice that its caller can repeat',
  async () => {
    const world = await openInvoiceWorld();
    onTestFinished(() => world.close());
    const place = await world.addPlace({ currency: 'EUR', baseRate: 10_000 });
    const app = await installNewApp(world.platform, world.host, {
      scopes: ['read_payments', 'write_payments'],
    });
    for (let round = 0; round < tries(8); round += 1) {
      const bookings = await Promise.all(Array.from({ length: 30 }, () => world.enter(place, { nights: 1 })));
      const server = await startServerProcess({
        DATABASE_URL: world.platform.database.url,
        SECRET_KEY: TEST_SECRET_KEY,
        SEED: 'none',
      });
      const create = (address: string, id: string) =>
        graphql(
          address,
          'mutation($id: ID!) { invoiceCreate(input: { bookingId: $id }) { invoice { number } userErrors { code } } }',
          { token: app.token, version: 'unstable', variables: { id } },
        );
      const asked = bookings.map((id) => create(server.address, id).catch(() => null));
      // Killed once some, but not all, of them have their response.
      await Promise.any(asked);
      await server.stop('SIGKILL');
      const answered = (await Promise.all(asked)).filter((answer) => answer !== null).length;
      expect(answered).toBeGreaterThan(0);
      await Promise.all(bookings.map((id) => create(world.platform.address, id)));
      const rows = await world.platform.database.query<{ sequence: number; bookings: number }>(
        `SELECT sequence, count(*) OVER (PARTITION BY booking_id)::int AS bookings FROM checkout.invoices ORDER BY sequence`,
      );
      expect(rows).toHaveLength(30 * (round + 1));
      expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, at) => at + 1));
      expect(rows.every(({ bookings: count }) => count === 1)).toBe(true);
    }
  },
  patience(300_000),
);
