import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Code, Group, Modal, Stack } from '@mantine/core';
import { LIVE_MS, useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { DeliveryBadge } from '../../components/health-badge.tsx';
import { Loading } from '../../components/loading.tsx';
import { instant } from '../../format/dates.ts';
import { type DeliveryDetailQuery, deliveryDetailDocument, deliveryReplayDocument } from './generated.ts';

type Delivery = NonNullable<NonNullable<DeliveryDetailQuery['install']>['delivery']>;

interface DeliveryDetailProps {
  readonly app: string;
  /** Null while the dialog is closed. */
  readonly eventId: string | null;
  readonly onClose: () => void;
}

/** One delivery in full: its outcome, its body, and the button that resends it. */
export function DeliveryDetail({ app, eventId, onClose }: DeliveryDetailProps) {
  const isOpen = eventId !== null;
  const variables = { slug: app, eventId: eventId ?? '' };
  const { data, error, refetch } = useTeamQuery(deliveryDetailDocument, variables, {
    refreshMs: LIVE_MS,
    enabled: isOpen,
  });
  const delivery = data?.install?.delivery;
  return (
    <Modal opened={isOpen} onClose={onClose} title={t`Delivery`} size="lg">
      {!delivery && <ErrorNote error={error} onRetry={refetch} />}
      {!delivery && !error && <Loading label={t`Loading the delivery`} />}
      {delivery && (
        <Stack>
          <Facts facts={factsOf(delivery)} />
          <Code block aria-label={t`Body`}>
            {readable(delivery.body)}
          </Code>
          <Replay app={app} delivery={delivery} />
        </Stack>
      )}
    </Modal>
  );
}

const factsOf = (delivery: Delivery) =>
  [
    [t`Event`, delivery.topic],
    [t`Event id`, delivery.eventId],
    [t`Status`, <DeliveryBadge key="status" {...delivery} />],
    [t`Attempts`, String(delivery.attempts)],
    [t`Last response`, delivery.lastStatusCode === null ? '—' : String(delivery.lastStatusCode)],
    ...(delivery.lastError ? ([[t`Last error`, delivery.lastError]] as const) : []),
    [t`Duration`, delivery.latencyMs === null ? '—' : t`${delivery.latencyMs} ms`],
    ...(delivery.deliveredAt ? ([[t`Delivered at`, instant(delivery.deliveredAt)]] as const) : []),
    ...(delivery.nextAttemptAt ? ([[t`Next attempt`, instant(delivery.nextAttemptAt)]] as const) : []),
  ] as const;

const readable = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

function Replay({ app, delivery }: { readonly app: string; readonly delivery: Delivery }) {
  const { mutateAsync, isPending, error } = useTeamMutation(deliveryReplayDocument);
  return (
    <Group justify="flex-end">
      <ConfirmButton
        title={t`Send this again?`}
        text={t`The app receives the same body with the same event id again. Apps recognize events they have already handled.`}
        confirmLabel={t`Send again`}
        destructive={false}
        onConfirm={() => mutateAsync({ slug: app, eventId: delivery.eventId })}
        isPending={isPending}
        error={error}
      >
        <Trans>Send again</Trans>
      </ConfirmButton>
    </Group>
  );
}
