import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, CopyButton, Group } from '@mantine/core';
import { storefrontUrl } from '../../format/storefront-url.ts';
import type { LinkedBookingFragment } from './generated.ts';

/** The guest's payment page: a link for the host, and its address to send to the guest. */
export function PaymentLink({
  booking: { reference, permalinkId, storefront },
}: {
  readonly booking: LinkedBookingFragment;
}) {
  if (!storefront) return null;
  const url = storefrontUrl(storefront.domain, `/bookings/${permalinkId}`);
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <Anchor
        size="sm"
        href={url}
        target="_blank"
        rel="noreferrer"
        aria-label={t`Open the payment page of ${reference}`}
      >
        <Trans>Open</Trans>
      </Anchor>
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button
            size="compact-xs"
            variant="default"
            onClick={copy}
            aria-label={
              copied ? t`Copied the payment link of ${reference}` : t`Copy the payment link of ${reference}`
            }
          >
            {copied ? t`Copied` : t`Copy`}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
