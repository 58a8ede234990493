import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { CopiedText } from '../../components/copied-text.tsx';
import type { StorefrontsDomainFragment } from './generated.ts';

type DnsRecord = StorefrontsDomainFragment['records'][number];

interface DomainRecordsProps {
  readonly domain: string;
  readonly records: readonly DnsRecord[];
}

/**
 * The records to create at the domain's DNS provider, each part ready to copy; the alternative to the CNAME
 * record is last.
 */
export function DomainRecords({ domain, records }: DomainRecordsProps) {
  const alternatives = records.filter(({ alternative }) => alternative);
  return (
    <Stack gap="sm">
      <Text size="sm">
        <Trans>Create these records at your DNS provider, and keep both:</Trans>
      </Text>
      {records
        .filter(({ alternative }) => !alternative)
        .map((record) => (
          <DomainRecord key={record.type} record={record} />
        ))}
      {alternatives.length > 0 && (
        <>
          <Text size="sm">
            <Trans>
              If {domain} can't have a CNAME record because it's the top of its zone, use this instead:
            </Trans>
          </Text>
          {alternatives.map((record) => (
            <DomainRecord key={record.value} record={record} />
          ))}
        </>
      )}
    </Stack>
  );
}

function DomainRecord({ record: { type, name, value } }: { readonly record: DnsRecord }) {
  return (
    <Stack gap={4}>
      <Part label={t`${type} name`} text={name} />
      <Part label={t`${type} value`} text={value} />
    </Stack>
  );
}

function Part({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="xs" c="dimmed" w={92} style={{ flexShrink: 0 }}>
        {label}
      </Text>
      <CopiedText label={`${label} ${text}`} text={text} />
    </Group>
  );
}
