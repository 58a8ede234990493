import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { money } from '../../format/money.ts';
import { appBalanceDocument } from './generated.ts';

/** The app's balances, and a link to its earnings. */
export function Balance({ slug }: { readonly slug: string }) {
  const { data, error, refetch } = useTeamQuery(appBalanceDocument, { slug });
  const balances = data?.appLedger?.balances ?? [];
  return (
    <Panel title={t`Earnings`}>
      <Stack gap="sm" align="flex-start">
        <ErrorNote error={error} onRetry={refetch} />
        {balances.map(({ currency, due, pending }) => (
          <Text key={currency} size="sm">
            <Trans>
              {money(due, currency)} to be paid out, {money(pending, currency)} not paid by teams yet
            </Trans>
          </Text>
        ))}
        {data && balances.length === 0 && (
          <Text size="sm">
            <Trans>The app hasn't charged a team yet.</Trans>
          </Text>
        )}
        <Anchor component={Link} href={`/developer/${slug}/earnings`}>
          <Trans>See all earnings</Trans>
        </Anchor>
      </Stack>
    </Panel>
  );
}
