import { createHash } from 'node:crypto';

/** What an event is about, as apps see it: keys as they are on the wire. */
export interface Resource {
  readonly type: string;
  /** A number, or a UUID for what has no number. */
  readonly id: number | string;
  /** Increases with every change of the thing. */
  readonly version: number;
  readonly [key: string]: unknown;
}

/** An event that is sent to apps of a team. */
export interface AppEvent {
  readonly topic: string;
  readonly teamId: number;
  readonly resource: Resource;
  readonly occurredAt: Date;
  /** W3C `traceparent` of the work that announces it; null or left out where nothing is traced. */
  readonly traceparent?: string | null;
}

/** An event that is sent to every subscriber of its team. */
export interface Announced extends AppEvent {
  /** Slug of the only app it is sent to; null for every subscriber. */
  readonly onlyApp: string | null;
}

/** Everything an envelope says (docs/interface/webhooks.md#envelope). */
export interface Envelope {
  readonly eventId: string;
  readonly topic: string;
  readonly occurredAt: Date;
  /** Dated version whose shapes the resource has. */
  readonly apiVersion: string;
  /** Slug. */
  readonly team: string;
  readonly resource: Resource;
}

/** The body of a webhook. Serialised once: every attempt sends these bytes. */
export function serialize({ eventId, topic, occurredAt, apiVersion, team, resource }: Envelope): string {
  return JSON.stringify({
    event_id: eventId,
    topic,
    occurred_at: occurredAt.toISOString(),
    api_version: apiVersion,
    team,
    resource,
  });
}

/** Deliveries of one install with the same key are on their way one at a time. */
export const resourceKey = ({ type, id }: Resource): string => `${type}:${id}`;

/**
 * The id of an event: the same for the same thing said about the same version of the same resource on the same platform, so
 * that an event which is heard twice is delivered once, and no two platforms share an id. A UUID (version 8, made from SHA-256).
 */
export function eventIdOf(
  platformId: string,
  { topic, teamId, resource }: Pick<AppEvent, 'topic' | 'teamId' | 'resource'>,
): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([platformId, topic, teamId, resource]))
    .digest('hex');
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
