import { Trans } from '@lingui/react/macro';
import { NavLink } from '@mantine/core';
import { IconAppWindow } from '@tabler/icons-react';
import { useRoute } from 'wouter';
import { useTeamQueryAll } from '../api/hooks.ts';
import { appPageHref } from '../components/app-link.tsx';
import { appsWithPagesDocument } from '../features/installed/generated.ts';
import classes from './layout.module.css';
import { useTeam } from './session.tsx';

/** Below a heading, a navigation entry for each installed app that has a page, by name (docs/interface/embedded-pages.md#page). */
export function AppEntries() {
  const { slug: team } = useTeam();
  const [, here] = useRoute('/apps/:slug');
  const { data } = useTeamQueryAll(appsWithPagesDocument, ({ installedApps: listed }) => listed, {
    enabled: team !== '',
  });
  if (!data?.length) return null;
  return (
    <>
      <div className={classes.section}>
        <Trans>App pages</Trans>
      </div>
      {data.map(({ app: { slug, name } }) => (
        <NavLink
          key={slug}
          component="a"
          href={appPageHref(slug, team)}
          label={name}
          active={here?.slug === slug}
          aria-current={here?.slug === slug ? 'page' : undefined}
          className={classes.link ?? ''}
          leftSection={<IconAppWindow size={18} stroke={1.6} aria-hidden />}
        />
      ))}
    </>
  );
}
