import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { ask, type Developer, type InstalledApp, installNewApp, newDeveloper } from './developer.ts';
import type { TestPlatform } from './platform.ts';
import type { Receiver } from './receiver.ts';

/** Every task topic for apps. */
export const TASK_TOPICS = [
  'task.created',
  'task.updated',
  'task.assignment_requested',
  'task.status_changed',
];

/** A developer with a property, and an app that receives task webhooks at an endpoint. */
export interface TaskWorld {
  readonly developer: Developer;
  readonly propertyId: string;
  readonly app: InstalledApp;
}

/** A delivery log entry. */
export interface LogEntry {
  readonly eventId: string;
  readonly topic: string;
  readonly status: string;
  readonly attempts: number;
  readonly body: string;
  readonly lastStatusCode: number | null;
  readonly headers: { readonly signature: string; readonly timestamp: number };
}

/** Creates a team with a property and installs a new app that listens at the receiver. */
export async function openTaskWorld(
  platform: TestPlatform,
  receiver: Pick<Receiver, 'url'>,
  manifest: object = {},
  install: { readonly dev?: boolean } = {},
): Promise<TaskWorld> {
  const developer = await newDeveloper(platform);
  const propertyId = await newProperty(platform, developer);
  const declared = { webhooks: TASK_TOPICS, webhook_url: receiver.url, ...manifest };
  return { developer, propertyId, app: await installNewApp(platform, developer, declared, install) };
}

async function newProperty({ database }: TestPlatform, { teamId, team }: Developer): Promise<string> {
  const [storefront] = await database.query<{ id: number }>(
    `INSERT INTO catalog.storefront (team_id, domain, name, signing_kid, signing_x, signing_y, signing_key)
     VALUES ($1, $2, 'Front', '', '', '', '') RETURNING id`,
    [teamId, `${team}.test`],
  );
  const [property] = await database.query<{ id: number }>(
    `INSERT INTO catalog.property (storefront_id, name, time_zone, currency)
     VALUES ($1, 'House', 'Europe/Zurich', 'EUR') RETURNING id`,
    [storefront?.id],
  );
  return String(property?.id);
}

/** Creates a task as the host and returns its id. */
export async function createTask(
  platform: TestPlatform,
  { developer, propertyId }: { readonly developer: Pick<Developer, 'host'>; readonly propertyId: string },
  {
    taskType = 'cleaning',
    dueAt = '2036-01-31T10:00:00Z',
  }: { readonly taskType?: string; readonly dueAt?: string | null } = {},
): Promise<string> {
  const { taskCreate } = await ask<{ taskCreate: { task: { id: string } | null; userErrors: object[] } }>(
    platform,
    developer.host,
    'mutation($input: TaskCreateInput!) { taskCreate(input: $input) { task { id } userErrors { message } } }',
    { input: { taskType, propertyId, dueAt } },
  );
  expect(taskCreate.userErrors).toEqual([]);
  return taskCreate.task?.id ?? '';
}

/** Makes an app the assignment provider for a task type; null for no app. */
export async function designate(
  platform: TestPlatform,
  { host }: Pick<Developer, 'host'>,
  appSlug: string | null,
  slaSeconds = 900,
  taskType = 'cleaning',
): Promise<void> {
  const { taskTypeProviderSet } = await ask<{ taskTypeProviderSet: { userErrors: object[] } }>(
    platform,
    host,
    `mutation($input: TaskTypeProviderSetInput!) {
      taskTypeProviderSet(input: $input) { userErrors { message } }
    }`,
    { input: { taskType, appSlug, slaSeconds } },
  );
  expect(taskTypeProviderSet.userErrors).toEqual([]);
}

/** An app install's delivery log, newest first. */
export async function deliveryLog(
  platform: TestPlatform,
  { developer, app }: Pick<TaskWorld, 'developer' | 'app'>,
): Promise<readonly LogEntry[]> {
  const answer = await ask<{ app: { install: { deliveries: { nodes: readonly LogEntry[] } } } }>(
    platform,
    developer.viewer,
    `query($slug: String!, $team: String!) { app(slug: $slug) { install(team: $team) {
      deliveries { nodes { eventId topic status attempts body lastStatusCode headers { signature timestamp } } }
    } } }`,
    { slug: app.slug, team: developer.team },
  );
  return answer.app.install.deliveries.nodes;
}

/**
 * Waits until a predicate holds; throws if it doesn't within 45 s. Polls less and less often to leave it the
 * processor.
 */
export async function eventually<T>(look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  const end = Date.now() + 45_000;
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 1.5, 200)) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > end) throw new Error(`It did not come to that: ${JSON.stringify(seen)}`);
    await sleep(pauseMs);
  }
}
