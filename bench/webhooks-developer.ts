import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerProcess } from '../test/support/server-process.ts';
import type { BenchWorld } from './world.ts';

type BenchManifest = { readonly type?: string } & Readonly<Record<string, unknown>>;

/** The demo world's developer, for webhook benchmarks. */
export interface BenchDeveloper {
  readonly teamId: number;
  /** Pushes, releases and installs an app that receives `task.created` events at `url`. */
  readonly install: (slug: string, url: string) => Promise<void>;
  /** Pushes, releases and installs the app in `manifest`. */
  readonly installManifest: (slug: string, manifest: BenchManifest) => Promise<void>;
}

/** Finds the developer in `demo.json` and calls the management API with their token. */
export async function openDeveloper(world: BenchWorld, server: ServerProcess): Promise<BenchDeveloper> {
  const demo = JSON.parse(await readFile(join(world.dataDir, 'demo.json'), 'utf8')) as {
    readonly accounts: readonly { key: string; pat: string; teams: readonly string[] }[];
  };
  const account = demo.accounts.find(({ key }) => key === 'developer');
  const team = account?.teams[0] ?? '';
  const { rows } = await world.database.query<{ id: number }>('SELECT id FROM apps.teams WHERE slug = $1', [
    team,
  ]);

  async function post(path: string, body: object): Promise<void> {
    const response = await fetch(`${server.address}/api/dev/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${account?.pat}`,
        'content-type': 'application/json',
        'x-platform-team': team,
      },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  }

  async function installManifest(
    slug: string,
    { type = 'remote', ...manifest }: BenchManifest,
  ): Promise<void> {
    const app = { name: slug, slug, type, distribution: 'private', release: true };
    await post('apps', { ...app, manifest });
    await post(`apps/${slug}/installs`, {});
  }

  return {
    teamId: rows[0]?.id ?? 0,
    install: (slug, url) =>
      installManifest(slug, { scopes: ['read_tasks'], webhooks: ['task.created'], webhook_url: url }),
    installManifest,
  };
}

/** Returns the event that benchmarks publish: a task was created. */
export const taskCreated = (teamId: number, taskId: number) =>
  ({
    teamId,
    taskId,
    version: 1,
    taskType: 'cleaning',
    status: 'OPEN',
    propertyId: 1,
    bookingId: null,
    dueAt: null,
    occurredAt: new Date().toISOString(),
  }) as const;
