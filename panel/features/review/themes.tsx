import { Code, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { LIVE_MS, useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { PageButtons } from '../../components/page-buttons.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Panel, Section } from '../../components/panel.tsx';
import { instant } from '../../format/dates.ts';
import {
  type ThemeInReviewFragment,
  themeApproveDocument,
  themeRejectDocument,
  themesInReviewDocument,
} from './generated.ts';
import { Reject } from './reject.tsx';
import classes from './review.module.css';

/** Versions of public themes awaiting review, oldest first; nothing if there are none. */
export function ThemesInReview() {
  const { after, pagerOf } = usePager('review-themes');
  const { data, error, refetch } = useTeamQuery(
    themesInReviewDocument,
    { first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  const rows = data?.themeVersionsInReview.nodes ?? [];
  return (
    <>
      <ErrorNote error={error} onRetry={refetch} />
      {rows.length > 0 && (
        <Section title="Themes">
          <Stack gap="lg">
            {rows.map((version) => (
              <InReview key={version.id} version={version} />
            ))}
          </Stack>
        </Section>
      )}
      <PageButtons label="Themes" pager={pagerOf(data?.themeVersionsInReview.pageInfo)} />
    </>
  );
}

function InReview({ version }: { readonly version: ThemeInReviewFragment }) {
  const { id, name, label, slug, developer, createdAt, settings, files } = version;
  const { mutateAsync, isPending, error } = useTeamMutation(themeApproveDocument);
  const reject = useTeamMutation(themeRejectDocument);
  const what = `${name} ${label}`;
  return (
    <Panel title={what}>
      <Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Facts
            facts={[
              ['Slug', slug],
              ['By', developer],
              ['Pushed', instant(createdAt)],
              ['Settings', settings.length ? settings.map((one) => one.label).join(', ') : '—'],
            ]}
          />
          <Files files={files} />
        </SimpleGrid>
        <Group justify="flex-end">
          <Reject
            what={what}
            reject={reject}
            onReject={(reason, onSuccess) => reject.mutate({ id, reason }, { onSuccess })}
          />
          <ConfirmButton
            variant="filled"
            title={`Approve ${what}?`}
            text="It goes live immediately, and every host can add it. Sites that use the theme receive it as a draft."
            confirmLabel="Approve"
            destructive={false}
            onConfirm={() => mutateAsync({ id })}
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

function Files({ files }: Pick<ThemeInReviewFragment, 'files'>) {
  const changed = files.filter(({ change }) => change !== 'same');
  return (
    <div>
      <Text fw={600}>{changed.length === files.length ? 'Files' : 'Changed files'}</Text>
      {changed.map(({ path, bytes, change, text }) => {
        const isNew = change === 'added' && changed.length < files.length;
        const name = `${path} (${Math.ceil(bytes / 1_000)} kB${isNew ? ', new' : ''})`;
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
          {files.length - changed.length} unchanged
        </Text>
      )}
    </div>
  );
}
