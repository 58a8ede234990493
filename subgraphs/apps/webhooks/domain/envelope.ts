import { createHash } from 'node:crypto';

/** An event's resource as apps receive it; keys are as sent. */
export interface Resource {
  readonly type: string;
  /** A number, or a UUID for resources without a numeric id. */
  readonly id: number | string;
  /** Increases with every change to the resource. */
  readonly version: number;
  readonly [key: string]: unknown;
}

/** An event sent to a team's apps. */
export interface AppEvent {
  readonly topic: string;
  readonly teamId: number;
  readonly resource: Resource;
  readonly occurredAt: Date;
  /** W3C `traceparent` of the work that announces it; null or undefined if untraced. */
  readonly traceparent?: string | null;
}

/** An event sent to all its team's subscribers. */
export interface Announced extends AppEvent {
  /** Slug of the only app that receives it; null for every subscriber. */
  readonly onlyApp: string | null;
}

/** All fields in an envelope (docs/interface/webhooks.md#envelope). */
export interface Envelope {
  readonly eventId: string;
  readonly topic: string;
  readonly occurredAt: Date;
  /** Dated API version that defines the resource's shape. */
  readonly apiVersion: string;
  /** Slug. */
  readonly team: string;
  readonly resource: Resource;
}

/** Returns a webhook's body. Serialized only once: every attempt sends these bytes. */
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

/** Returns a resource's key; an install's deliveries with the same key are sent one at a time. */
export const resourceKey = ({ type, id }: Resource): string => `${type}:${id}`;

/**
 * Returns an event's id. Repetitions of the same event about the same resource version on the same platform
 * share an id, so that they're delivered once, and no two platforms share ids. A UUID (version 8, made from
 * SHA-256).
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
