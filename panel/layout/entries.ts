import { t } from '@lingui/core/macro';
import type { TeamRole } from '../api/client.ts';
import { type PanelRoute, ROUTES } from '../routes.tsx';

/** A navigation entry. */
export type NavigationEntry = PanelRoute &
  Required<Pick<PanelRoute, 'title' | 'section' | 'icon'>> & {
    /** Opened page: its own, or the first tab for the person's role. */
    readonly href: string;
  };

/** Person whose navigation is shown. */
interface Viewer {
  readonly operator: boolean;
  readonly hasTeam: boolean;
  readonly role: TeamRole;
  /** True for people who develop apps. */
  readonly develops: boolean;
}

/** True if a role can open a page. */
export const mayOpen = ({ roles }: PanelRoute, role: TeamRole): boolean =>
  roles === undefined || role === 'owner' || roles.includes(role);

/** Returns an entry's tabs for a person, if there are at least two. */
export function tabsOf(
  entry: string,
  { role, develops }: Pick<Viewer, 'role' | 'develops'>,
): readonly PanelRoute[] {
  const tabs = pagesOf(entry).filter(
    (route) => route.tab !== undefined && mayOpen(route, role) && (develops || !route.developer),
  );
  return tabs.length > 1 ? tabs : [];
}

/** Returns a person's navigation: team pages for their role, and operator pages for operators. */
export const visibleEntries = (viewer: Viewer): readonly NavigationEntry[] =>
  ROUTES.flatMap((route) => {
    const { title, section, icon } = route;
    if (title === undefined || section === undefined || icon === undefined) return [];
    if (route.operator ? !viewer.operator : !viewer.hasTeam) return [];
    if (route.developer && !viewer.develops) return [];
    const opened = hrefOf(route, viewer.role);
    return opened === undefined ? [] : [{ ...route, title, section, icon, href: opened }];
  });

/** Returns a person's pages in the navigation and its tabs; tabs have their entry's title as a note. */
export const visiblePages = (viewer: Viewer) =>
  visibleEntries(viewer).flatMap(({ path, href, title }) => {
    const tabs = tabsOf(path, viewer);
    if (tabs.length === 0) return [{ href, title: t(title) }];
    return tabs.map((route) =>
      route.path === path
        ? { href: path, title: t(title) }
        : { href: route.path, title: t(route.tab ?? title), note: t`in ${t(title)}` },
    );
  });

/** Returns a role's start page: the first page in the navigation that it can open, unless it has its own. */
export const startOf = (role: TeamRole): string =>
  visibleEntries({ operator: false, hasTeam: true, role, develops: false })[0]?.href ?? '/team';

/** True if an address belongs to an entry: its page, its tabs, or a page below any tab. */
export const isWithin = (entry: string, path: string): boolean =>
  pagesOf(entry).some((route) => path === route.path || (entry !== '/' && path.startsWith(`${route.path}/`)));

const pagesOf = (entry: string): readonly PanelRoute[] =>
  ROUTES.filter(({ path, tabOf }) => path === entry || tabOf === entry);

function hrefOf(entry: PanelRoute, role: TeamRole): string | undefined {
  const open = pagesOf(entry.path).filter((route) => mayOpen(route, role));
  return (open.find(({ startFor }) => startFor?.includes(role)) ?? open[0])?.path;
}
