import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { DomainBadge } from '../../components/domain-badge.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { addDays, dayAndYear, instant } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';
import { DomainRecords } from './domain-records.tsx';
import {
  type DomainProblem,
  type StorefrontsDomainFragment,
  storefrontsDomainCheckDocument,
  storefrontsDomainRemoveDocument,
} from './generated.ts';

const PROBLEMS: Readonly<Record<DomainProblem, string>> = translated({
  challenge_missing: msg`The TXT record wasn’t found. New records can take an hour to appear.`,
  target_missing: msg`The domain doesn't point here yet. New records can take an hour to appear.`,
  dns_unanswered: msg`The domain’s name servers didn’t respond.`,
  claimed_elsewhere: msg`Another storefront uses this domain. Remove it there first.`,
  expired: msg`The records weren’t created within 30 days.`,
});

/** Days that a domain is still served after its records disappear. */
const GRACE_DAYS = 7;

/** A host's own domain: its status, problems, DNS records and actions. */
export function Domain({ domain }: { readonly domain: StorefrontsDomainFragment }) {
  const { id, status, problem, records } = domain;
  const check = useTeamMutation(storefrontsDomainCheckDocument);
  const remove = useTeamMutation(storefrontsDomainRemoveDocument);
  return (
    <Stack component="article" aria-label={domain.domain} gap="sm">
      <Group justify="space-between" gap="xs">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {domain.domain}
        </Text>
        <DomainBadge status={status} />
      </Group>
      {problem && <Text size="sm">{PROBLEMS[problem]}</Text>}
      <Text size="sm" c="dimmed">
        {timesOf(domain).join(' · ')}
      </Text>
      {status !== 'removed' && (
        <>
          <DomainRecords records={records} domain={domain.domain} />
          <Group gap="sm">
            <Button
              size="xs"
              variant="default"
              loading={check.isPending}
              onClick={() => check.mutate({ id })}
            >
              <Trans>Check now</Trans>
            </Button>
            <ConfirmButton
              size="xs"
              title={t`Remove ${domain.domain}?`}
              text={t`The storefront is no longer reachable at this domain, and links to it stop working. To use it again, you need a new TXT record.`}
              confirmLabel={t`Remove domain`}
              onConfirm={() => remove.mutateAsync({ id })}
              isPending={remove.isPending}
              error={remove.error}
            >
              <Trans>Remove</Trans>
            </ConfirmButton>
          </Group>
          <ErrorNote error={check.error} />
        </>
      )}
    </Stack>
  );
}

/** Returns the domain's past and upcoming events, each with its time. */
function timesOf(domain: StorefrontsDomainFragment): readonly string[] {
  const { status, activeAt, failingSince, removedAt, lastCheckedAt, nextCheckAt } = domain;
  return [
    ...(status === 'active' && activeAt ? [t`Active since ${instant(activeAt)}`] : []),
    ...(status === 'failing' && failingSince
      ? [t`Works until ${dayAndYear(addDays(failingSince.slice(0, 10), GRACE_DAYS))}`]
      : []),
    ...(removedAt ? [t`Removed ${instant(removedAt)}`] : []),
    ...(lastCheckedAt ? [t`Checked ${instant(lastCheckedAt)}`] : []),
    ...(nextCheckAt ? [t`Next check ${instant(nextCheckAt)}`] : []),
  ];
}
