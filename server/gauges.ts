import { Gauge, type Registry } from 'prom-client';
import type { Database } from '#db/database.ts';
import { type QueueHealth, readQueues } from '#db/jobs/queue-health.ts';
import { within } from '#kit/deadline.ts';

/** Lifetime of cached queue data, so that frequent scrapes cost nothing. */
const KNOWN_FOR_MS = 5_000;
/** An unresponsive database must not delay the other metrics. */
const LONGEST_READ_MS = 2_000;

/**
 * Registers gauges read on each scrape: this process's pool and, if it `works`, all queues
 * (docs/interface/operations.md#figures).
 */
export function openGauges(
  registry: Registry,
  { db, works }: { readonly db: Database; readonly works: boolean },
): void {
  const registers = [registry];
  new Gauge({
    name: 'platform_database_connections',
    help: 'Connections of the pool by use.',
    labelNames: ['state'],
    registers,
    collect() {
      const { used, idle } = db.pool();
      this.set({ state: 'used' }, used);
      this.set({ state: 'idle' }, idle);
    },
  });
  new Gauge({
    name: 'platform_database_connections_max',
    help: 'Largest number of connections in the pool.',
    registers,
    collect() {
      this.set(db.pool().most);
    },
  });
  new Gauge({
    name: 'platform_database_waiting',
    help: 'Work waiting for a pool connection.',
    registers,
    collect() {
      this.set(db.pool().waiting);
    },
  });
  const { standby } = db;
  if (standby)
    new Gauge({
      name: 'platform_standby_age_seconds',
      help: "Age of the standby's data; absent while it's unknown.",
      registers,
      collect() {
        const ageMs = standby.ageMs();
        if (ageMs === null) this.remove();
        else this.set(ageMs / 1_000);
      },
    });
  if (works) openQueueGauges(registry, db);
}

function openQueueGauges(registry: Registry, db: Database): void {
  const queues = remembered(() => within(LONGEST_READ_MS, 'Reading the queues', readQueues({ db })));
  const registers = [registry];
  new Gauge({
    name: 'platform_queue_jobs',
    help: "A queue's jobs by state, up to 10,000 waiting.",
    labelNames: ['queue', 'state'],
    registers,
    async collect() {
      this.reset();
      for (const { name, waiting, failing, scheduled, active, failed } of await queues()) {
        const states = { waiting, failing, scheduled, active, failed };
        for (const [state, count] of Object.entries(states)) this.set({ queue: name, state }, count);
      }
    },
  });
  new Gauge({
    name: 'platform_queue_oldest_seconds',
    help: "Age of a queue's oldest due job; 0 if none is due.",
    labelNames: ['queue'],
    registers,
    async collect() {
      this.reset();
      for (const { name, oldest } of await queues())
        this.set(
          { queue: name },
          oldest === null ? 0 : Math.max(0, (Date.now() - Date.parse(oldest)) / 1_000),
        );
    },
  });
}

/** Shares one read among all callers within `KNOWN_FOR_MS`; empty if it fails. */
function remembered(read: () => Promise<readonly QueueHealth[]>): () => Promise<readonly QueueHealth[]> {
  let known: Promise<readonly QueueHealth[]> = Promise.resolve([]);
  let readAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (performance.now() - readAt < KNOWN_FOR_MS) return known;
    readAt = performance.now();
    known = read().catch(() => []);
    return known;
  };
}
