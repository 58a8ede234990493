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
    <Panel title="Store status">
      <Stack gap="md">
        <Group gap="xs">
          <Badge of={status} />
          {status !== 'draft' && status !== 'in_review' && draftStatus && (
            <>
              <Text size="sm">with a draft:</Text>
              <Badge of={draftStatus} />
            </>
          )}
          <Text size="sm" c="dimmed">
            {whereIs(listing)}
          </Text>
        </Group>
        {suspensionReason && (
          <Alert color="red" title="Suspended by the platform">
            {suspensionReason}
          </Alert>
        )}
        {draftStatus === 'rejected' && rejectionReason && (
          <Alert color="red" title="The draft was rejected">
            {rejectionReason}
          </Alert>
        )}
        {waits && missing.length > 0 && (
          <div>
            <Text size="sm" fw={600}>
              Before it can be reviewed
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
              Submit for review
            </Button>
          )}
          <Visibility app={app} status={status} />
          {listing.facts && status !== 'suspended' && (
            <Anchor component={Link} href={`/store/${app.slug}`} size="sm">
              Open its page in the store
            </Anchor>
          )}
        </Group>
        {isDirty && waits && (
          <Text size="sm" c="dimmed">
            Save the draft first, then submit it.
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
  if (status === 'suspended') return "Hosts can't see the app. You can keep editing.";
  if (draftStatus === 'in_review') return 'An operator is reviewing the draft. Saving it again withdraws it.';
  if (status === 'unlisted') return 'Hosts who have its address can install the app.';
  if (status !== 'published') return "Hosts can't see it yet.";
  return isListed ? 'Hosts can find the app in the store.' : 'Hosts can find the app once a version is live.';
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
        {listed ? 'Return to the store' : 'Remove from the store'}
      </Button>
      <ErrorNote error={error} />
    </>
  );
}
