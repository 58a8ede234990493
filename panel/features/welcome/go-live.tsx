import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, List, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useTeamMutation } from '../../api/hooks.ts';
import { storefrontsSetDocument } from '../storefronts/generated.ts';
import type { WelcomeStorefrontFragment } from './generated.ts';
import { StepForm } from './step-form.tsx';

/** Opens the storefront to agents once it's complete; until then, lists what is missing. */
export function GoLive({ storefront }: { readonly storefront: WelcomeStorefrontFragment }) {
  const { mutate, isPending, error } = useTeamMutation(storefrontsSetDocument);
  const { id, domain, readiness } = storefront;
  const missing = readiness.items.filter(({ done }) => !done);
  return (
    <StepForm
      label={t`Go live`}
      valid={readiness.ready}
      save={() => mutate({ input: { id, agentBookings: true, instantBooking: true } })}
      {...{ isPending, error }}
    >
      <Text size="sm">
        <Trans>
          Guests and their assistants find you at <strong>{domain}</strong> and can book immediately. You can
          stop this at any time under Site.
        </Trans>
      </Text>
      {missing.length > 0 && (
        <List size="sm">
          {missing.map(({ code, hint, path }) => (
            <List.Item key={code}>
              {path ? (
                <Anchor component={Link} href={path.replace(/^\/panel/, '')} size="sm">
                  {hint}
                </Anchor>
              ) : (
                hint
              )}
            </List.Item>
          ))}
        </List>
      )}
    </StepForm>
  );
}
