import { Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { LIVE_MS, useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { BroughtTaskTypes } from '../../components/brought-task-types.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { PageButtons } from '../../components/page-buttons.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Panel } from '../../components/panel.tsx';
import { Permissions } from '../../components/permissions.tsx';
import { instant } from '../../format/dates.ts';
import { Changes } from './changes.tsx';
import {
  type VersionInReviewFragment,
  versionApproveDocument,
  versionRejectDocument,
  versionsInReviewDocument,
} from './generated.ts';
import { ListingsInReview } from './listings.tsx';
import { PublishedListings } from './published-listings.tsx';
import { Reject } from './reject.tsx';
import { ThemesInReview } from './themes.tsx';

/** Versions of public apps awaiting review by an operator, oldest first. */
export function ReviewPage() {
  const { after, pagerOf } = usePager('review');
  const { data, error, refetch } = useTeamQuery(
    versionsInReviewDocument,
    { first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  const rows = data?.appVersionsInReview.nodes;
  const pager = pagerOf(data?.appVersionsInReview.pageInfo);
  return (
    <Page
      title="App review"
      lead="Versions of public apps and themes, and apps’ store listings, awaiting review, oldest first."
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!rows && !error && <Loading label="Loading versions" />}
      {rows?.length === 0 && !pager.hasPrevious && (
        <EmptyState title="No versions to review">No app has a new version waiting.</EmptyState>
      )}
      {rows?.map((version) => (
        <InReview key={version.id} version={version} />
      ))}
      <PageButtons label="Versions" pager={pager} />
      <ThemesInReview />
      <ListingsInReview />
      <PublishedListings />
    </Page>
  );
}

/** True if no version is live; a live version would have a name. */
const isFirst = ({ changes }: VersionInReviewFragment): boolean =>
  changes.some(({ field, before }) => field === 'name' && before === null);

function InReview({ version }: { readonly version: VersionInReviewFragment }) {
  const { id, number, appName, appSlug, developer, createdAt, webhookUrl, appPageUrl, redirectUris } =
    version;
  const { permissions, droppedPermissions, taskTypes } = version;
  const { mutateAsync, isPending, error } = useTeamMutation(versionApproveDocument);
  const reject = useTeamMutation(versionRejectDocument);
  return (
    <Panel title={`${appName}, version ${number}`}>
      <Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Facts
            facts={[
              ['Slug', appSlug],
              ['By', developer],
              ['Pushed', instant(createdAt)],
              ['Webhook URL', webhookUrl ?? '—'],
              ['Embedded page', appPageUrl ?? '—'],
              ['Redirect URLs', redirectUris.length ? redirectUris.join(', ') : '—'],
            ]}
          />
          <Stack>
            <Permissions permissions={permissions} />
            <BroughtTaskTypes taskTypes={taskTypes} />
            {droppedPermissions.length > 0 && (
              <div>
                <Text fw={600}>No longer requests</Text>
                <Permissions permissions={droppedPermissions} />
              </div>
            )}
          </Stack>
        </SimpleGrid>
        <Changes
          title={isFirst(version) ? 'First version: nothing is live yet' : 'Compared with the live version'}
          changes={version.changes}
        />
        <Group justify="flex-end">
          <Reject
            what={`${appName}, version ${number}`}
            reject={reject}
            onReject={(reason, onSuccess) => reject.mutate({ id, reason }, { onSuccess })}
          />
          <ConfirmButton
            variant="filled"
            title={`Approve ${appName}, version ${number}?`}
            text="It goes live immediately, and every host can install it. Its listing is published if it's in review."
            confirmLabel="Approve"
            destructive={false}
            onConfirm={() => mutateAsync({ id, listingRevision: version.listingRevision })}
            isPending={isPending}
            error={error}
          >
            Approve
          </ConfirmButton>
        </Group>
      </Stack>
    </Panel>
  );
}
