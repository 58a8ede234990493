import { msg, t } from '@lingui/core/macro';
import type { DeliveryStatus, WebhookHealthStatus } from '../features/installed/generated.ts';
import { translated } from '../i18n/translated.ts';
import { StatusBadge, type Tone } from './status-badge.tsx';

const HEALTH: Readonly<Record<WebhookHealthStatus, readonly [Tone, string]>> = translated({
  idle: ['over', msg`Nothing sent yet`],
  healthy: ['good', msg`Healthy`],
  failing: ['bad', msg`Failing`],
});

/** Webhook health of an app's endpoint. */
export function HealthBadge({ status }: { readonly status: WebhookHealthStatus }) {
  const [tone, word] = HEALTH[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

const DELIVERY: Readonly<Record<DeliveryStatus, readonly [Tone, string]>> = translated({
  pending: ['waiting', msg`Waiting`],
  delivered: ['good', msg`Delivered`],
  retrying: ['waiting', msg`Failed, will retry`],
  failed: ['bad', msg`Failed`],
  forwarded: ['good', msg`Forwarded`],
});

interface DeliveryBadgeProps {
  readonly status: DeliveryStatus;
  readonly lastStatusCode?: number | null;
  readonly lastError?: string | null;
}

/** A delivery's status, and whether the local app failed that a delivery was forwarded to. */
export function DeliveryBadge({ status, lastStatusCode = null, lastError = null }: DeliveryBadgeProps) {
  const isAccepted =
    lastStatusCode === null ? lastError === null : lastStatusCode >= 200 && lastStatusCode < 300;
  const [tone, word] =
    status === 'forwarded' && !isAccepted ? (['bad', t`Forwarded, failed`] as const) : DELIVERY[status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}
