import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { BroughtTaskTypes } from '../../components/brought-task-types.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Facts } from '../../components/facts.tsx';
import { Permissions } from '../../components/permissions.tsx';
import { Changes } from './changes.tsx';
import { type VersionInReviewFragment, versionApproveDocument, versionRejectDocument } from './generated.ts';
import { Reject } from './reject.tsx';
import { type Opening, ReviewItem } from './review-item.tsx';

/** True if no version is live; a live version would have a name. */
const isFirst = ({ changes }: VersionInReviewFragment): boolean =>
  changes.some(({ field, before }) => field === 'name' && before === null);

/** An app's version in review: its addresses, permissions and differences from the live version. */
export function VersionInReview({
  version,
  ...opening
}: { readonly version: VersionInReviewFragment } & Opening) {
  const { id, number, appName, appSlug, developer, createdAt, webhookUrl, appPageUrl, redirectUris } =
    version;
  const { permissions, droppedPermissions, taskTypes } = version;
  const { mutateAsync, isPending, error } = useTeamMutation(versionApproveDocument);
  const reject = useTeamMutation(versionRejectDocument);
  return (
    <ReviewItem
      title={t`${appName}, version ${number}`}
      kind="App version"
      since={createdAt}
      {...{ developer, ...opening }}
      changes={version.changes}
      actions={
        <>
          <Reject
            what={t`${appName}, version ${number}`}
            reject={reject}
            onReject={(reason, onSuccess) => reject.mutate({ id, reason }, { onSuccess })}
          />
          <ConfirmButton
            variant="filled"
            title={t`Approve ${appName}, version ${number}?`}
            text={t`It goes live immediately, and every host can install it. Its listing is published if it's in review.`}
            confirmLabel={t`Approve`}
            destructive={false}
            onConfirm={() => mutateAsync({ id, listingRevision: version.listingRevision })}
            isPending={isPending}
            error={error}
          >
            <Trans>Approve</Trans>
          </ConfirmButton>
        </>
      }
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <Facts
            facts={[
              [t`Slug`, appSlug],
              [t`Webhook URL`, webhookUrl ?? '—'],
              [t`Embedded page`, appPageUrl ?? '—'],
              [t`Redirect URLs`, redirectUris.length ? redirectUris.join(', ') : '—'],
            ]}
          />
          <Stack>
            <Permissions permissions={permissions} />
            <BroughtTaskTypes taskTypes={taskTypes} />
            {droppedPermissions.length > 0 && (
              <div>
                <Text fw={600}>
                  <Trans>No longer requests</Trans>
                </Text>
                <Permissions permissions={droppedPermissions} />
              </div>
            )}
          </Stack>
        </SimpleGrid>
        <Changes
          title={isFirst(version) ? t`First version: nothing is live yet` : t`Compared with the live version`}
          isFirst={isFirst(version)}
          changes={version.changes}
        />
      </Stack>
    </ReviewItem>
  );
}
