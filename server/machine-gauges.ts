import { statfs } from 'node:fs/promises';
import { connect } from 'node:tls';
import { Gauge, type Registry } from 'prom-client';
import { readLastBackup } from '#db/backups.ts';
import type { Database } from '#db/database.ts';
import type { Config } from '#kit/config.ts';
import { within } from '#kit/deadline.ts';
import { isUnavailable } from '#kit/unavailable.ts';

/** An unresponsive database, disk or proxy must not delay the other metrics. */
const LONGEST_READ_MS = 2_000;
/** Certificates change every few weeks. */
const CERTIFICATES_READ_EVERY_MS = 600_000;

interface OpenMachineGauges {
  readonly db: Database;
  readonly config: Pick<Config, 'dataDir' | 'publicOriginApi' | 'publicOriginAuth'>;
  /** True if the process runs jobs; only these processes report the backup and certificates. */
  readonly works: boolean;
}

/**
 * Registers gauges for things that fail slowly, read on each scrape: disk space, the last backup and
 * certificates (docs/interface/operations.md#figures).
 */
export function openMachineGauges(registry: Registry, { db, config, works }: OpenMachineGauges): void {
  openDiskGauges(registry, config.dataDir);
  if (!works) return;
  const registers = [registry];
  new Gauge({
    name: 'platform_backup_timestamp_seconds',
    help: 'End of the last recorded backup as a Unix time; 0 if none was recorded.',
    registers,
    async collect() {
      try {
        const at = await within(LONGEST_READ_MS, 'Reading the backup', readLastBackup({ db }));
        this.set((at?.getTime() ?? 0) / 1_000);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        this.remove(); // unknown, which differs from never
      }
    },
  });
  const expiries = lastExpiries(originsOf(config));
  new Gauge({
    name: 'platform_certificate_expires_timestamp_seconds',
    help: "Expiry of the certificate under the platform's own host as a Unix time.",
    labelNames: ['host'],
    registers,
    collect() {
      for (const [host, at] of expiries()) this.set({ host }, at.getTime() / 1_000);
    },
  });
}

function openDiskGauges(registry: Registry, dataDir: string): void {
  const registers = [registry];
  const read = oneAtATime(() => statfs(dataDir));
  const readInTime = () => within(LONGEST_READ_MS, 'Reading the disk', read()).catch(() => null);
  new Gauge({
    name: 'platform_disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR.',
    registers,
    async collect() {
      const disk = await readInTime();
      if (disk) this.set(disk.bavail * disk.bsize);
      else this.remove();
    },
  });
  new Gauge({
    name: 'platform_disk_size_bytes',
    help: 'Size of the disk of DATA_DIR.',
    registers,
    async collect() {
      const disk = await readInTime();
      if (disk) this.set(disk.blocks * disk.bsize);
      else this.remove();
    },
  });
}

/**
 * Shares a running read between its callers: on a hung network disk, for example, each `statfs` would block
 * another thread for good.
 */
function oneAtATime<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= read().finally(() => {
      running = null;
    });
    return running;
  };
}

/** The platform's https origins. */
const originsOf = ({ publicOriginApi, publicOriginAuth }: OpenMachineGauges['config']): readonly URL[] =>
  [...new Set([publicOriginApi, publicOriginAuth])]
    .filter((origin) => origin !== null)
    .map((origin) => new URL(origin))
    .filter(({ protocol }) => protocol === 'https:');

/**
 * Returns the last known expiry of each host's certificate. Reads them in the background at most every
 * ten minutes; a failed read keeps the previous expiry, because a gap would restart the alert's waiting time.
 */
function lastExpiries(origins: readonly URL[]): () => ReadonlyMap<string, Date> {
  const known = new Map<string, Date>();
  let readAt = Number.NEGATIVE_INFINITY;
  const readOne = (origin: URL) =>
    readExpiry(origin).then(
      (at) => known.set(origin.hostname, at),
      () => null,
    );
  const readAll = oneAtATime(() => Promise.all(origins.map(readOne)));
  return () => {
    if (performance.now() - readAt >= CERTIFICATES_READ_EVERY_MS) {
      readAt = performance.now();
      void readAll();
    }
    return known;
  };
}

/** Returns the expiry of the certificate that an origin presents, valid or not. */
function readExpiry({ hostname, port }: URL): Promise<Date> {
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 443),
    servername: hostname,
    rejectUnauthorized: false, // an expired certificate must be reported
    timeout: LONGEST_READ_MS,
  });
  return new Promise((resolve, reject) => {
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('The host sent no certificate in time.')));
    socket.once('error', reject);
  });
}
