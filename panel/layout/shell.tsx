import { Anchor, AppShell, Box, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useEffect, useRef } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { EmptyState } from '../components/empty-state.tsx';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { ROUTES } from '../routes.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import classes from './layout.module.css';
import { Navigation } from './navigation.tsx';
import { NeedsTeam } from './session.tsx';
import { TeamSwitcher } from './team-switcher.tsx';

/** The frame around every page: the bar, the navigation, and the page of the address. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const [path] = useLocation();
  useFocusOnNewPage(path);
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="lg"
    >
      <a className={classes.skip} href="#content">
        Skip to the page
      </a>
      <AppShell.Header className={classes.bar ?? ''}>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close the navigation' : 'Open the navigation'}
            />
            <Text className={classes.brand ?? ''} visibleFrom="sm">
              Host panel
            </Text>
            <TeamSwitcher />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ColorSchemeSwitch />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar ?? ''} aria-label="Panel">
        <Navigation onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" className={classes.main ?? ''} tabIndex={-1}>
        <Box maw={1180} mx="auto">
          <ErrorBoundary resetKey={path}>
            <Suspense fallback={<Loading label="Opening the page" />}>
              <Switch>
                {ROUTES.map(({ path: pattern, page: RoutePage, operator }) => (
                  <Route key={pattern} path={pattern}>
                    {operator ? (
                      <RoutePage />
                    ) : (
                      <NeedsTeam>
                        <RoutePage />
                      </NeedsTeam>
                    )}
                  </Route>
                ))}
                <Route>
                  <Page title="Not found">
                    <EmptyState
                      title="Page not found"
                      action={
                        <Anchor component={Link} href="/">
                          Go to the start page
                        </Anchor>
                      }
                    >
                      The address may be mistyped or out of date.
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

/** A new page gets the focus and is announced, as a loaded page would be; the first one leaves the focus alone. */
function useFocusOnNewPage(path: string) {
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    document.getElementById('content')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [path]);
}
