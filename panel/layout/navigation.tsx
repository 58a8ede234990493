import { t } from '@lingui/core/macro';
import { AppShell, NavLink, ScrollArea } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { SECTIONS } from '../routes.tsx';
import { AppEntries } from './app-entries.tsx';
import { isWithin, type NavigationEntry, visibleEntries } from './entries.ts';
import { HelpEntry } from './help-link.tsx';
import classes from './layout.module.css';
import { isOneOf, useSession } from './session.tsx';
import { useDevelops } from './use-develops.ts';
import { YourSites } from './your-sites.tsx';

/** The navigation's pages, by section, and links to the team's sites. `onNavigate` closes the drawer on a phone. */
export function Navigation({ onNavigate }: { readonly onNavigate: () => void }) {
  const { account, team } = useSession();
  const hasTeam = team.slug !== '';
  const develops = useDevelops();
  const entries = visibleEntries({ operator: account.operator, hasTeam, role: team.role, develops });
  return (
    <>
      <AppShell.Section grow component={ScrollArea} p="sm">
        {Object.entries(SECTIONS)
          .filter(([section]) => entries.some((entry) => entry.section === section))
          .map(([section, words]) => (
            <div key={section}>
              <div className={classes.section}>{words}</div>
              {entries
                .filter((entry) => entry.section === section)
                .map((entry) => (
                  <Entry key={entry.path} {...entry} onNavigate={onNavigate} />
                ))}
              {section === 'setup' && isOneOf(team, ['manager', 'developer']) && <AppEntries />}
            </div>
          ))}
      </AppShell.Section>
      {hasTeam && isOneOf(team, ['manager', 'front_desk', 'revenue']) && <YourSites />}
      <HelpEntry />
    </>
  );
}

function Entry({
  path,
  href,
  title,
  icon: Icon,
  note: Note,
  onNavigate,
}: NavigationEntry & { readonly onNavigate: () => void }) {
  const [here] = useLocation();
  const active = isWithin(path, here);
  return (
    <NavLink
      component={Link}
      href={href}
      label={t(title)}
      active={active}
      aria-current={active ? 'page' : undefined}
      className={classes.link ?? ''}
      rightSection={
        Note && (
          <Suspense>
            <Note />
          </Suspense>
        )
      }
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      onClick={onNavigate}
    />
  );
}
