import { t } from '@lingui/core/macro';
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { type PanelRoute, ROUTES } from '../routes.tsx';
import { tabsOf } from './entries.ts';
import classes from './layout.module.css';
import { useTeam } from './session.tsx';
import { useDevelops } from './use-develops.ts';

/** Links between a navigation entry's tabs. */
export function PageTabs({ route }: { readonly route: PanelRoute }) {
  const { role } = useTeam();
  const isDeveloper = useDevelops();
  if (route.tab === undefined) return null;
  const entry = route.tabOf ?? route.path;
  const tabs = tabsOf(entry, { role, develops: isDeveloper || route.developer === true });
  if (tabs.length === 0) return null;
  const title = ROUTES.find(({ path }) => path === entry)?.title;
  return (
    <nav className={classes.tabs} aria-label={title && t(title)}>
      {tabs.map(({ path, tab }) => (
        <Anchor
          key={path}
          component={Link}
          href={path}
          className={classes.tab ?? ''}
          underline="never"
          aria-current={path === route.path ? 'page' : undefined}
        >
          {tab && t(tab)}
        </Anchor>
      ))}
    </nav>
  );
}
