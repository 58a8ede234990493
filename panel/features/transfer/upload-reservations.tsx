import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Checkbox, FileButton, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { type Following, useFileImport } from './file-import.ts';

interface UploadReservationsProps extends Following {
  readonly storefrontId: string;
}

/** A file with every column, to start from. */
const EXAMPLE = `external_id,property,unit_type,unit,check_in,check_out,adults,children,first_name,last_name,email,phone,status,total,paid,currency,source,note
A-1001,Seehof,Lake room,2,2027-07-03,2027-07-06,2,0,Ada,Byron,ada@example.com,+41 44 555 01 01,confirmed,540.00,540.00,EUR,Booking.com,Late arrival
A-1002,Seehof,Lake room,,2027-07-10,2027-07-12,2,1,Carl,Gauss,,,tentative,360.00,0,EUR,Phone,
`;

/** Sends existing reservations for checking. */
export function UploadReservations({ storefrontId, ...following }: UploadReservationsProps) {
  const { send, isSending, error } = useFileImport(following);
  const [webhooks, setWebhooks] = useState(false);
  return (
    <Panel title={t`Import reservations`}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          <Trans>
            Bring the reservations that check out today or later from another system, as a CSV file with up to
            10,000 lines. The file is checked first, and guests get no email.
          </Trans>
        </Text>
        <Checkbox
          label={t`Notify apps about the imported bookings`}
          checked={webhooks}
          onChange={({ currentTarget: { checked } }) => setWebhooks(checked)}
        />
        <ErrorNote error={error} />
        <Group gap="sm">
          <FileButton
            onChange={(file) => send(file, { kind: 'bookings', storefrontId, webhooks })}
            accept="text/csv,.csv"
          >
            {(props) => (
              <Button {...props} variant="default" loading={isSending}>
                <Trans>Choose reservations</Trans>
              </Button>
            )}
          </FileButton>
          <Anchor
            size="sm"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(EXAMPLE)}`}
            download="reservations.csv"
          >
            <Trans>Download example</Trans>
          </Anchor>
        </Group>
      </Stack>
    </Panel>
  );
}
