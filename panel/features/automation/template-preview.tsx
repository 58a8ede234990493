import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, NativeSelect, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { day } from '../../format/dates.ts';
import { languageName } from '../../format/languages.ts';
import classes from './automation.module.css';
import {
  automationBookingsDocument,
  automationPreviewDocument,
  type ListedTemplateFragment,
} from './generated.ts';

interface TemplatePreviewProps {
  /** The saved template; null if it was never saved. */
  readonly template: ListedTemplateFragment | null;
  readonly locale: string;
  /** True if the form has unsaved changes. */
  readonly isDirty: boolean;
}

/** The saved text as the guest of a real booking would get it. */
export function TemplatePreview({ template, locale, isDirty }: TemplatePreviewProps) {
  const { data, error, refetch } = useTeamQuery(automationBookingsDocument, {});
  const [picked, setPicked] = useState('');
  const bookings = data?.hostBookings.nodes ?? [];
  const bookingId = picked || bookings[0]?.id;
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Loading bookings`} />;
  if (!bookingId)
    return (
      <Text size="sm" c="dimmed">
        <Trans>Once this team has a confirmed booking, you can see here what its guest would get.</Trans>
      </Text>
    );
  const isSaved = template?.texts.some((text) => text.locale === locale) ?? false;
  return (
    <Stack gap="md">
      <NativeSelect
        label={t`Booking`}
        value={bookingId}
        data={bookings.map(({ id, reference, guestFirstName, guestLastName, checkIn }) => ({
          value: id,
          label: `${guestFirstName} ${guestLastName}, ${day(checkIn)} (${reference})`,
        }))}
        onChange={({ currentTarget: { value } }) => setPicked(value)}
      />
      {template && isSaved ? (
        <>
          {isDirty && (
            <Text size="sm" c="dimmed">
              <Trans>This is the saved text. Save your changes to preview them.</Trans>
            </Text>
          )}
          <Filled templateId={template.id} bookingId={bookingId} locale={locale} />
        </>
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>Save the text in {languageName(locale)} to preview it.</Trans>
        </Text>
      )}
    </Stack>
  );
}

interface FilledProps {
  readonly templateId: string;
  readonly bookingId: string;
  readonly locale: string;
}

function Filled(variables: FilledProps) {
  const { data, error, refetch } = useTeamQuery(automationPreviewDocument, variables);
  const preview = data?.messageTemplatePreview;
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!preview) return data ? null : <Loading label={t`Loading the preview`} />;
  const empty = [...new Set(`${preview.subject} ${preview.body}`.match(/\{\{[^{}|]+\}\}/g))];
  return (
    <>
      {empty.length > 0 && (
        <Alert color="yellow" variant="light">
          <Text size="sm">
            <Trans>
              This booking has no value for {empty.join(', ')}, so its guest wouldn't get the message. Add a
              fallback, or fill in the value.
            </Trans>
          </Text>
        </Alert>
      )}
      <Paper component="article" p="md" className={classes.letter ?? ''} lang={variables.locale}>
        <Text fw={600} mb="sm">
          {preview.subject}
        </Text>
        <Text size="sm" className={classes.body ?? ''}>
          {preview.body}
        </Text>
      </Paper>
    </>
  );
}
