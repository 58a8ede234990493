import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MAX_ADDRESS_BLOCK, MAX_LEGAL_NAME, MAX_TAX_ID } from '../../../schema/limits.ts';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Textarea, TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { useTeam } from '../../layout/session.tsx';
import { type TeamLegalQuery, teamLegalDocument, teamLegalSetDocument } from './generated.ts';

type Details = Readonly<Record<'legalName' | 'taxId' | 'address', string>>;

/** The team's details on new invoices. */
export function LegalDetails() {
  const { slug } = useTeam();
  const { data } = useTeamQuery(teamLegalDocument, { slug });
  if (!data?.team) return null;
  return <DetailsForm saved={detailsOf(data.team)} />;
}

const detailsOf = ({ legalName, taxId, address }: NonNullable<TeamLegalQuery['team']>): Details => ({
  legalName: legalName ?? '',
  taxId: taxId ?? '',
  address: address ?? '',
});

function DetailsForm({ saved }: { readonly saved: Details }) {
  const team = useTeam();
  const [details, setDetails] = useState(saved);
  const { mutate, isPending, isSuccess, error } = useTeamMutation(teamLegalSetDocument);
  const typed = (field: keyof Details) => ({
    field,
    value: details[field],
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
      const { value } = event.currentTarget;
      setDetails((before) => ({ ...before, [field]: value }));
    },
  });
  const isSame = (['legalName', 'taxId', 'address'] as const).every(
    (field) => details[field].trim() === saved[field],
  );
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate({ input: details });
  };
  return (
    <Form error={error} onSubmit={save}>
      <Stack gap="sm" align="flex-start">
        <div>
          <Title order={3} size="h5">
            <Trans>Details on invoices</Trans>
          </Title>
          <Text size="sm" c="dimmed">
            <Trans>Issued invoices keep the details they were issued with.</Trans>
          </Text>
        </div>
        <TextInput
          label={t`Legal name`}
          description={t`If it's empty, invoices show ${team.name}.`}
          maxLength={MAX_LEGAL_NAME}
          w="100%"
          maw={480}
          {...typed('legalName')}
        />
        <TextInput
          label={t`Tax ID`}
          description={t`For example your VAT number.`}
          maxLength={MAX_TAX_ID}
          w="100%"
          maw={480}
          {...typed('taxId')}
        />
        <Textarea
          label={t`Address`}
          maxLength={MAX_ADDRESS_BLOCK}
          autosize
          minRows={3}
          w="100%"
          maw={480}
          {...typed('address')}
        />
        <SaveRow disabled={isSame} isSaving={isPending} isSaved={isSuccess && isSame} />
        <ErrorNote error={error} />
      </Stack>
    </Form>
  );
}
