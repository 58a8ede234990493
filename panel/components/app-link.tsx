import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useTeam } from '../layout/session.tsx';

/**
 * Returns the address of an app's page. A document can frame only that app's origin, so opening it must
 * reload: use a plain link, not a router link.
 */
export const appPageHref = (app: string, team: string): string =>
  `/panel/apps/${app}?${new URLSearchParams({ team })}`;

/** Link to an app's page. */
export function OpenApp({ app, name }: { readonly app: string; readonly name: string }) {
  const { slug } = useTeam();
  return (
    <Button
      component="a"
      href={appPageHref(app, slug)}
      size="xs"
      variant="light"
      aria-label={t`Open ${name}`}
    >
      <Trans>Open</Trans>
    </Button>
  );
}
