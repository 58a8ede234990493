import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { LISTING_WORDS } from '../../components/listing-words.ts';
import { Panel } from '../../components/panel.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { type EditedListingFragment, listingSaveDocument, listingVisibilityDocument } from './generated.ts';
import { fieldsOf, inputOf } from './listing-fields.ts';

interface ListingStateProps {
  readonly app: { readonly slug: string; readonly name: string };
  readonly listing: EditedListingFragment;
  /** True if the form has unsaved changes. */
  readonly isDirty: boolean;
}

/** The listing's status, gaps and next step. */
export function ListingState({ app, listing, isDirty }: ListingStateProps) {
  const { status, draftStatus, missing, rejectionReason, suspensionReason } = listing;
  const submit = useTeamMutation(listingSaveDocument);
  const waits = draftStatus === 'draft' || draftStatus === 'rejected';
  return (
    <Panel title={t`Store status`}>
      <Stack gap="md">
        <Group gap="xs">
          <Badge of={status} />
          {status !== 'draft' && status !== 'in_review' && draftStatus && (
            <>
              <Text size="sm">
                <Trans>with a draft:</Trans>
              </Text>
              <Badge of={draftStatus} />
            </>
          )}
          <Text size="sm" c="dimmed">
            {whereIs(listing)}
          </Text>
        </Group>
        {suspensionReason && (
          <Alert color="red" title={t`Suspended by the platform`}>
            {suspensionReason}
          </Alert>
        )}
        {draftStatus === 'rejected' && rejectionReason && (
          <Alert color="red" title={t`The draft was rejected`}>
            {rejectionReason}
          </Alert>
        )}
        {waits && missing.length > 0 && (
          <div>
            <Text size="sm" fw={600}>
              <Trans>Before it can be reviewed</Trans>
            </Text>
            <List size="sm" mt={4}>
              {missing.map(({ field, message }) => (
                <List.Item key={field}>{message}</List.Item>
              ))}
            </List>
          </div>
        )}
        <ErrorNote error={submit.error} />
        <Group>
          {waits && (
            <Button
              disabled={isDirty || missing.length > 0}
              loading={submit.isPending}
              onClick={() =>
                submit.mutate({ slug: app.slug, input: inputOf(fieldsOf(listing)), submit: true })
              }
            >
              <Trans>Submit for review</Trans>
            </Button>
          )}
          <Visibility app={app} status={status} />
          {listing.facts && status !== 'suspended' && (
            <Anchor component={Link} href={`/store/${app.slug}`} size="sm">
              <Trans>Open its page in the store</Trans>
            </Anchor>
          )}
        </Group>
        {isDirty && waits && (
          <Text size="sm" c="dimmed">
            <Trans>Save the draft first, then submit it.</Trans>
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function Badge({ of }: { readonly of: keyof typeof LISTING_WORDS }) {
  const [tone, word] = LISTING_WORDS[of];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

function whereIs({ status, draftStatus, isListed }: EditedListingFragment): string {
  if (status === 'suspended') return t`Hosts can't see the app. You can keep editing.`;
  if (draftStatus === 'in_review')
    return t`An operator is reviewing the draft. Saving it again withdraws it.`;
  if (status === 'unlisted') return t`Hosts who have its address can install the app.`;
  if (status !== 'published') return t`Hosts can't see it yet.`;
  return isListed
    ? t`Hosts can find the app in the store.`
    : t`Hosts can find the app once a version is live.`;
}

function Visibility({
  app,
  status,
}: {
  readonly app: { readonly slug: string };
  readonly status: EditedListingFragment['status'];
}) {
  const { mutate, isPending, error } = useTeamMutation(listingVisibilityDocument);
  if (status !== 'published' && status !== 'unlisted') return null;
  const listed = status === 'unlisted';
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => mutate({ slug: app.slug, listed })}>
        {listed ? t`Return to the store` : t`Remove from the store`}
      </Button>
      <ErrorNote error={error} />
    </>
  );
}
