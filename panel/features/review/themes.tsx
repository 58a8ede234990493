import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Code, SimpleGrid, Stack, Text } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Facts } from '../../components/facts.tsx';
import { type ThemeInReviewFragment, themeApproveDocument, themeRejectDocument } from './generated.ts';
import { Reject } from './reject.tsx';
import classes from './review.module.css';
import { type Opening, ReviewItem } from './review-item.tsx';

/** A theme's version in review, with its changed files. */
export function ThemeInReview({
  version,
  ...opening
}: { readonly version: ThemeInReviewFragment } & Opening) {
  const { id, name, label, slug, developer, createdAt, settings, files } = version;
  const { mutateAsync, isPending, error } = useTeamMutation(themeApproveDocument);
  const reject = useTeamMutation(themeRejectDocument);
  const what = `${name} ${label}`;
  return (
    <ReviewItem
      title={what}
      kind="Theme"
      since={createdAt}
      {...{ developer, ...opening }}
      actions={
        <>
          <Reject
            what={what}
            reject={reject}
            onReject={(reason, onSuccess) => reject.mutate({ id, reason }, { onSuccess })}
          />
          <ConfirmButton
            variant="filled"
            title={t`Approve ${what}?`}
            text={t`It goes live immediately, and every host can add it. Sites that use the theme receive it as a draft.`}
            confirmLabel={t`Approve`}
            destructive={false}
            onConfirm={() => mutateAsync({ id })}
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
              [t`Slug`, slug],
              [t`Settings`, settings.length ? settings.map((one) => one.label).join(', ') : '—'],
            ]}
          />
          <Files files={files} />
        </SimpleGrid>
      </Stack>
    </ReviewItem>
  );
}

function Files({ files }: Pick<ThemeInReviewFragment, 'files'>) {
  const changed = files.filter(({ change }) => change !== 'same');
  return (
    <div>
      <Text fw={600}>{changed.length === files.length ? t`Files` : t`Changed files`}</Text>
      {changed.map(({ path, bytes, change, text }) => {
        const isNew = change === 'added' && changed.length < files.length;
        const name = isNew
          ? t`${path} (${Math.ceil(bytes / 1_000)} kB, new)`
          : t`${path} (${Math.ceil(bytes / 1_000)} kB)`;
        return text === null ? (
          <Text key={path} className={classes.path}>
            {name}
          </Text>
        ) : (
          <details key={path}>
            <summary className={classes.path}>{name}</summary>
            <Code block className={classes.file} tabIndex={0}>
              {text}
            </Code>
          </details>
        );
      })}
      {changed.length < files.length && (
        <Text size="sm" c="dimmed">
          <Trans>{files.length - changed.length} unchanged</Trans>
        </Text>
      )}
    </div>
  );
}
