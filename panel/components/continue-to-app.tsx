import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';

/** A declared redirect URI, and the code that the app exchanges for its token. */
export interface Redirect {
  readonly uri: string;
  readonly code: string;
}

interface ContinueToAppProps {
  /** The app's name. */
  readonly name: string;
  readonly redirect: Redirect;
}

/** Link to a new app's site, which connects its server to the team. */
export function ContinueToApp({ name, redirect }: ContinueToAppProps) {
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<IconCheck aria-hidden />}
      title={t`${name} is installed`}
      role="status"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          <Trans>
            Continue to {new URL(redirect.uri).host} to finish connecting it. You'll leave this panel. The
            link works once and expires after a few minutes.
          </Trans>
        </Text>
        <Button component="a" href={addressOf(redirect)} rel="noreferrer">
          <Trans>Continue to {name}</Trans>
        </Button>
      </Stack>
    </Alert>
  );
}

/**
 * Adds the code and the issuer (RFC 9207), and leaves the URI as declared. The panel is served at the issuer's
 * address.
 */
export function addressOf({ uri, code }: Redirect): string {
  const query = new URLSearchParams({ code, iss: location.origin }).toString();
  if (!uri.includes('?')) return `${uri}?${query}`;
  return /[?&]$/.test(uri) ? `${uri}${query}` : `${uri}&${query}`;
}
