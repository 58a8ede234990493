import { randomUUID } from 'node:crypto';
import type { TestPlatform } from './platform.ts';

/** Queues a delivery to every install of the app, like an event in its team; returns the event's id. */
export async function queueDelivery(platform: TestPlatform, slug: string, body: string): Promise<string> {
  const eventId = randomUUID();
  const queued = await platform.database.query(
    `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, created_at)
     SELECT i.id, $2, 'booking.confirmed', 'booking:1', $3, 'pending', now()
     FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id WHERE a.slug = $1 RETURNING id`,
    [slug, eventId, body],
  );
  if (queued.length === 0) throw new Error(`${slug} is installed nowhere.`);
  return eventId;
}
