import { AppShell, NavLink, ScrollArea } from '@mantine/core';
import { Suspense } from 'react';
import { Link, useRoute } from 'wouter';
import { type NavigationEntry, SECTIONS, visibleEntries } from '../routes.tsx';
import { AppEntries } from './app-entries.tsx';
import classes from './layout.module.css';
import { isOneOf, useSession } from './session.tsx';

/** The navigation's pages, by section. `onNavigate` closes the drawer on a phone. */
export function Navigation({ onNavigate }: { readonly onNavigate: () => void }) {
  const { account, team } = useSession();
  const entries = visibleEntries({ operator: account.operator, hasTeam: team.slug !== '', role: team.role });
  return (
    <AppShell.Section grow component={ScrollArea} p="sm">
      {SECTIONS.filter((section) => entries.some((entry) => entry.section === section)).map((section) => (
        <div key={section}>
          <div className={classes.section}>{section}</div>
          {entries
            .filter((entry) => entry.section === section)
            .map((entry) => (
              <Entry key={entry.path} {...entry} onNavigate={onNavigate} />
            ))}
          {section === 'Apps' && isOneOf(team, ['manager', 'developer']) && <AppEntries />}
        </div>
      ))}
    </AppShell.Section>
  );
}

function Entry({
  path,
  title,
  icon: Icon,
  note: Note,
  onNavigate,
}: NavigationEntry & { readonly onNavigate: () => void }) {
  const [here] = useRoute(path);
  const [below] = useRoute(`${path}/*`);
  const active = here || (path !== '/' && below);
  return (
    <NavLink
      component={Link}
      href={path}
      label={title}
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
