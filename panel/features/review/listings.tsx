import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { AppIcon } from '../../components/app-icon.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { Changes } from './changes.tsx';
import { type ListingInReviewFragment, listingApproveDocument, listingRejectDocument } from './generated.ts';
import { Reject } from './reject.tsx';
import classes from './review.module.css';
import { type Opening, ReviewItem } from './review-item.tsx';

/** A store listing in review as hosts would see it, with its differences from the published listing. */
export function ListingInReview({
  listing,
  ...opening
}: { readonly listing: ListingInReviewFragment } & Opening) {
  const { appSlug: slug, appName, developer, revision, submittedAt, draft, changes } = listing;
  const { mutateAsync, isPending, error } = useTeamMutation(listingApproveDocument);
  const reject = useTeamMutation(listingRejectDocument);
  return (
    <ReviewItem
      title={t`Listing of ${appName}`}
      kind="Store listing"
      since={submittedAt}
      {...{ developer, changes, ...opening }}
      actions={
        <>
          <Reject
            what={t`the listing of ${appName}`}
            reject={reject}
            onReject={(reason, onSuccess) => reject.mutate({ slug, revision, reason }, { onSuccess })}
          />
          <ConfirmButton
            variant="filled"
            title={t`Approve the listing of ${appName}?`}
            text={t`Hosts see it immediately.`}
            confirmLabel={t`Approve`}
            destructive={false}
            onConfirm={() => mutateAsync({ slug, revision })}
            isPending={isPending}
            error={error}
          >
            <Trans>Approve the listing</Trans>
          </ConfirmButton>
        </>
      }
    >
      <Stack>
        <Group wrap="nowrap">
          <AppIcon name={appName} sha256={draft.icon?.sha256} size={72} />
          <div>
            <Text fw={600}>{draft.tagline}</Text>
            <Text size="sm" c="dimmed">
              {slug}
            </Text>
          </div>
        </Group>
        <ul className={classes.pictures} aria-label={t`Pictures of ${appName}`}>
          {draft.gallery.map(({ media, alt }) => (
            <li key={media.id}>
              <img src={`/media/apps/${media.sha256}/800`} alt={alt} />
              <Text size="xs" c="dimmed">
                <Trans>
                  Picture {media.id}: {alt}
                </Trans>
              </Text>
            </li>
          ))}
        </ul>
        {draft.description && <Markdown text={draft.description} />}
        <Changes title={t`Compared with what is published`} changes={changes} />
      </Stack>
    </ReviewItem>
  );
}
