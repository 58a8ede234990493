import { Group, Stack, Text } from '@mantine/core';
import { LIVE_MS, useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { AppIcon } from '../../components/app-icon.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { PageButtons } from '../../components/page-buttons.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Panel } from '../../components/panel.tsx';
import { instant } from '../../format/dates.ts';
import { Changes } from './changes.tsx';
import {
  type ListingInReviewFragment,
  listingApproveDocument,
  listingRejectDocument,
  listingsInReviewDocument,
} from './generated.ts';
import { Reject } from './reject.tsx';
import classes from './review.module.css';

/**
 * Store listings awaiting review, oldest first, as hosts would see them, with their differences from the
 * published listing.
 */
export function ListingsInReview() {
  const { after, pagerOf } = usePager('listings');
  const { data, error, refetch } = useTeamQuery(
    listingsInReviewDocument,
    { first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  const listings = data?.appListingsInReview?.nodes;
  return (
    <>
      <ErrorNote error={error} onRetry={refetch} />
      {listings?.map((listing) => (
        <InReview key={listing.appSlug} listing={listing} />
      ))}
      <PageButtons label="Listings" pager={pagerOf(data?.appListingsInReview?.pageInfo)} />
    </>
  );
}

function InReview({ listing }: { readonly listing: ListingInReviewFragment }) {
  const { appSlug: slug, appName, developer, revision, submittedAt, draft, changes } = listing;
  const { mutateAsync, isPending, error } = useTeamMutation(listingApproveDocument);
  const reject = useTeamMutation(listingRejectDocument);
  return (
    <Panel title={`Listing of ${appName}`}>
      <Stack>
        <Group wrap="nowrap">
          <AppIcon name={appName} sha256={draft.icon?.sha256} size={72} />
          <div>
            <Text fw={600}>{draft.tagline}</Text>
            <Text size="sm" c="dimmed">
              {slug} by {developer}
              {submittedAt && `, submitted ${instant(submittedAt)}`}
            </Text>
          </div>
        </Group>
        <ul className={classes.pictures} aria-label={`Pictures of ${appName}`}>
          {draft.gallery.map(({ media, alt }) => (
            <li key={media.id}>
              <img src={`/media/apps/${media.sha256}/800`} alt={alt} />
              <Text size="xs" c="dimmed">
                Picture {media.id}: {alt}
              </Text>
            </li>
          ))}
        </ul>
        {draft.description && <Markdown text={draft.description} />}
        <Changes title="Compared with what is published" changes={changes} />
        <Group justify="flex-end">
          <Reject
            what={`the listing of ${appName}`}
            reject={reject}
            onReject={(reason, onSuccess) => reject.mutate({ slug, revision, reason }, { onSuccess })}
          />
          <ConfirmButton
            variant="filled"
            title={`Approve the listing of ${appName}?`}
            text="Hosts see it immediately."
            confirmLabel="Approve"
            destructive={false}
            onConfirm={() => mutateAsync({ slug, revision })}
            isPending={isPending}
            error={error}
          >
            Approve the listing
          </ConfirmButton>
        </Group>
      </Stack>
    </Panel>
  );
}
