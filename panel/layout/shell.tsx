import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, AppShell, Box, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useEffect, useRef } from 'react';
import { Link, Redirect, Route, Switch, useLocation, useParams } from 'wouter';
import { EmptyState } from '../components/empty-state.tsx';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { SuspensionNote } from '../components/suspension-note.tsx';
import { roleName } from '../format/roles.ts';
import { MOVED, movedAddress } from '../moved.ts';
import { type PanelRoute, ROUTES } from '../routes.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { mayOpen, startOf } from './entries.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { HelpLink } from './help-link.tsx';
import { useKeptFocus } from './kept-focus.ts';
import classes from './layout.module.css';
import { Navigation } from './navigation.tsx';
import { OnlineNote } from './online-note.tsx';
import { PageTabs } from './page-tabs.tsx';
import { SearchButton } from './search-button.tsx';
import { NeedsFactor, NeedsTeam, useSession } from './session.tsx';
import { TeamSwitcher } from './team-switcher.tsx';

/** The frame around every page: the bar, the navigation, and the page for the address. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [path] = useLocation();
  useFocusOnNewPage(path);
  useKeptFocus();
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="lg"
    >
      <a className={classes.skip} href="#content">
        <Trans>Skip to content</Trans>
      </a>
      <AppShell.Header className={classes.bar ?? ''}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? t`Close the navigation` : t`Open the navigation`}
            />
            <Text className={classes.brand ?? ''} visibleFrom="sm">
              <Trans>Host panel</Trans>
            </Text>
            <TeamSwitcher />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SearchButton />
            <HelpLink />
            <ColorSchemeSwitch />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar ?? ''} aria-label={t`Panel`}>
        <Navigation onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" className={classes.main ?? ''} tabIndex={-1}>
        <Box maw={1180} mx="auto">
          <OnlineNote />
          <ErrorBoundary resetKey={path}>
            <Suspense fallback={<Loading label={t`Opening the page`} />}>
              <Switch>
                {ROUTES.map((route) => (
                  <Route key={route.path} path={route.path}>
                    <Opened route={route} />
                  </Route>
                ))}
                {Object.entries(MOVED).map(([from, to]) => (
                  <Route key={from} path={from}>
                    <Moved to={to} />
                  </Route>
                ))}
                <Route>
                  <Page title={t`Not found`}>
                    <EmptyState
                      title={t`Page not found`}
                      action={
                        <Anchor component={Link} href="/">
                          <Trans>Go to the start page</Trans>
                        </Anchor>
                      }
                    >
                      <Trans>The address may be mistyped or out of date.</Trans>
                    </EmptyState>
                  </Page>
                </Route>
              </Switch>
            </Suspense>
          </ErrorBoundary>
        </Box>
      </AppShell.Main>
    </AppShell>
  );
}

/** Redirects a former address; its query and hash stay. */
function Moved({ to }: { readonly to: string }) {
  const params = useParams();
  return <Redirect to={movedAddress(to, { params, search: location.search, hash: location.hash })} replace />;
}

/** A route's page, if the person can open it. Roles with a different start page are redirected there. */
function Opened({ route }: { readonly route: PanelRoute }) {
  const { team } = useSession();
  const RoutePage = route.page;
  if (route.operator || route.own) {
    return (
      <>
        <PageTabs route={route} />
        <RoutePage />
      </>
    );
  }
  if (team.factorMissing) return <NeedsFactor />;
  if (team.slug === '' || mayOpen(route, team.role)) {
    return (
      <NeedsTeam>
        {team.suspension && (
          <SuspensionNote title={t`${team.name} is suspended by the platform`} {...team.suspension}>
            <Trans>Its storefronts are closed to guests and agents, and nothing can be changed here.</Trans>
          </SuspensionNote>
        )}
        <PageTabs route={route} />
        <RoutePage />
      </NeedsTeam>
    );
  }
  if (route.path === '/') return <Redirect to={startOf(team.role)} replace />;
  return (
    <Page title={t`Not for your role`}>
      <EmptyState
        title={t`This page needs another role`}
        action={
          <Anchor component={Link} href={startOf(team.role)}>
            <Trans>Go to your start page</Trans>
          </Anchor>
        }
      >
        <Trans>
          Your role on {team.name} is {roleName(team.role).toLowerCase()}. An owner of the team can give you
          another role.
        </Trans>
      </EmptyState>
    </Page>
  );
}

/** Focuses and announces a new page, as a full page load would; the first page doesn't move the focus. */
function useFocusOnNewPage(path: string) {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    document.getElementById('content')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [path]);
}
