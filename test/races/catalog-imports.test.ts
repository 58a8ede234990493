import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ask, newDeveloper } from '../support/developer.ts';
import { startPlatform } from '../support/platform.ts';
import { TEST_SECRET_KEY } from '../support/secret-key.ts';
import { patience } from '../support/seeded.ts';
import { startServerProcess } from '../support/server-process.ts';
import { eventually } from '../support/task-world.ts';
import { TIME_ZONE } from '../support/today.ts';
import { checkFile, seeImport, startApplying } from '../support/transfers.ts';

test(
  'an import resumes where a killed process stopped',
  async () => {
    const gateway = await startPlatform({ ROLE: 'gateway' });
    const dataDir = await mkdtemp(join(tmpdir(), 'platform-imports-'));
    const startWorker = () =>
      startServerProcess({
        ROLE: 'worker',
        DATABASE_URL: gateway.database.url,
        SECRET_KEY: TEST_SECRET_KEY,
        DATA_DIR: dataDir,
        SWEEP_INTERVAL: 'PT0.2S',
        SEED: 'none',
      });
    let worker = await startWorker();
    onTestFinished(async () => {
      await worker.stop();
      await gateway.close();
      await rm(dataDir, { recursive: true, force: true });
    });
    const host = await newDeveloper(gateway);
    await ask(
      gateway,
      host.host,
      'mutation { storefrontCreate(input: { name: "Seehof", slug: "seehof" }) { storefront { id } } }',
    );
    const unitTypes = Array.from({ length: 3 }, (_, at) => ({
      externalId: `room-${at}`,
      name: 'Lake room',
      units: 2,
      baseRate: 12_000,
      maxGuests: 2,
    }));
    const properties = Array.from({ length: 12 }, (_, at) => ({
      name: 'Seehof',
      currency: 'EUR',
      timeZone: TIME_ZONE,
      externalId: `house-${at}`,
      unitTypes,
    }));
    const { id } = await checkFile(
      gateway,
      host,
      JSON.stringify({ format: 'platform_catalog', version: 1, properties }),
    );
    await startApplying(gateway, host, id);
    await eventually(
      () => seeImport(gateway, host, id),
      ({ applied }) => applied >= 2,
    );
    await worker.stop('SIGKILL');
    const left = await seeImport(gateway, host, id);
    expect(left).toMatchObject({ status: 'applying' });
    // The dead process's claim expires after half a minute.
    await gateway.database.query('UPDATE catalog.transfer SET claimed_until = now() WHERE id = $1', [id]);
    worker = await startWorker();
    await eventually(
      () => seeImport(gateway, host, id),
      ({ status }) => status === 'done',
    );
    const houses = await gateway.database.query<{ id: string; rooms: number }>(
      `SELECT p.external_id AS id, count(*)::int AS rooms FROM catalog.property p
     JOIN catalog.storefront s ON s.id = p.storefront_id JOIN catalog.unit_type u ON u.property_id = p.id
     WHERE s.team_id = $1 GROUP BY p.id ORDER BY p.id`,
      [host.teamId],
    );
    expect(houses).toEqual(properties.map(({ externalId }) => ({ id: externalId, rooms: 3 })));
  },
  patience(120_000),
);
