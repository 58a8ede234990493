import { msg, t } from '@lingui/core/macro';
import { ActionIcon, AppShell, NavLink } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { docs } from '../api/client.ts';
import { helpFor } from './help.ts';
import classes from './layout.module.css';

const WORDS = msg`Help with this page`;

/** Returns a link to the current page's help. It opens a new tab, so that an unfinished form stays as it is. */
function useHelp() {
  const [path] = useLocation();
  return { href: `${docs}/${helpFor(path)}`, target: '_blank', rel: 'noopener' } as const;
}

/** Help in the bar. On a phone, the bar only has room for the team's name. */
export const HelpLink = () => (
  <ActionIcon
    component="a"
    {...useHelp()}
    visibleFrom="sm"
    variant="default"
    size="lg"
    aria-label={t(WORDS)}
    title={t`Help`}
  >
    <IconHelp size={18} stroke={1.6} aria-hidden />
  </ActionIcon>
);

/** Help in a phone's navigation. */
export const HelpEntry = () => (
  <AppShell.Section p="sm" hiddenFrom="sm" className={classes.sites ?? ''}>
    <NavLink
      component="a"
      {...useHelp()}
      label={t(WORDS)}
      className={classes.link ?? ''}
      leftSection={<IconHelp size={18} stroke={1.6} aria-hidden />}
    />
  </AppShell.Section>
);
