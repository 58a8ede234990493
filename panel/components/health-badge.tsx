import type { DeliveryStatus, WebhookHealthStatus } from '../features/installed/generated.ts';
import { StatusBadge, type Tone } from './status-badge.tsx';

const HEALTH: Readonly<Record<WebhookHealthStatus, readonly [Tone, string]>> = {
  idle: ['over', 'Nothing sent yet'],
  healthy: ['good', 'Healthy'],
  failing: ['bad', 'Failing'],
};

/** Webhook health of an app's endpoint. */
export function HealthBadge({ status }: { readonly status: WebhookHealthStatus }) {
  const [tone, word] = HEALTH[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

const DELIVERY: Readonly<Record<DeliveryStatus, readonly [Tone, string]>> = {
  pending: ['waiting', 'Waiting'],
  delivered: ['good', 'Delivered'],
  retrying: ['waiting', 'Failed, will retry'],
  failed: ['bad', 'Failed'],
  forwarded: ['good', 'Forwarded'],
};

/** A delivery's status. */
export function DeliveryBadge({ status }: { readonly status: DeliveryStatus }) {
  const [tone, word] = DELIVERY[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}
