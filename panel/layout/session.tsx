import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { readSession, type Session, type Team, type TeamRole } from '../api/client.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { ErrorNote } from '../components/error-note.tsx';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';

interface SignedIn extends Session {
  readonly team: Team;
  readonly chooseTeam: (slug: string) => void;
}

const SessionContext = createContext<SignedIn | null>(null);

const KEY = 'panel.team';

/**
 * Loads the signed-in person and their chosen team, and remembers the choice; renders its children once both
 * are loaded.
 */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const session = useQuery({ queryKey: ['session'], queryFn: readSession, staleTime: 60_000 });
  const [slug, setSlug] = useState(
    () => new URLSearchParams(location.search).get('team') ?? localStorage.getItem(KEY),
  );
  const teams = session.data?.teams ?? [];
  const team = teams.find((candidate) => candidate.slug === slug) ?? teams[0] ?? NO_TEAM;
  useEffect(() => {
    if (team.slug !== '') localStorage.setItem(KEY, team.slug);
  }, [team.slug]);
  if (session.isPending) return <Loading label={t`Opening the panel`} />;
  if (session.isError) return <ErrorNote error={session.error} onRetry={session.refetch} />;
  return <SessionContext value={{ ...session.data, team, chooseTeam: setSlug }}>{children}</SessionContext>;
}

/** Stands in for the team of a person without one: an operator, or a new account. */
const NO_TEAM: Team = {
  id: '',
  slug: '',
  name: '',
  role: 'owner',
  status: 'active',
  factorMissing: null,
  suspension: null,
};

/** Returns the signed-in person. */
export function useSession(): SignedIn {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession works below SessionGate.');
  return session;
}

/** True if the person is an owner of the team or has one of these roles on it. */
export const isOneOf = ({ role }: Team, roles: readonly TeamRole[]): boolean =>
  role === 'owner' || roles.includes(role);

/** Returns the chosen team; its slug is '' for a person without a team. */
export const useTeam = (): Team => useSession().team;

/** Notice for people without a second factor on a team that requires one. */
export function NeedsFactor() {
  const { team } = useSession();
  return (
    <Page title={t`Add a second factor`}>
      <EmptyState
        title={t`${team.name} requires a second factor`}
        action={
          <Anchor href="/account/security">
            <Trans>Add a passkey or an authenticator app</Trans>
          </Anchor>
        }
      >
        <Trans>
          Everyone on this team signs in with more than a password. Once you've added a second factor, you can
          use the panel again.
        </Trans>
      </EmptyState>
    </Page>
  );
}

/**
 * Renders its children, or a notice if there is no team. Redirects an operator without a team to the review
 * page.
 */
export function NeedsTeam({ children }: { readonly children: ReactNode }) {
  const { team, account } = useSession();
  if (team.slug !== '') return children;
  if (account.operator) return <Redirect to="/review" replace />;
  return (
    <Page title={t`No team yet`}>
      <EmptyState
        title={t`This page needs a team`}
        action={
          <Anchor component={Link} href="/new-team">
            <Trans>Create a team</Trans>
          </Anchor>
        }
      >
        <Trans>You aren't a member of any team. Create one, or ask a member of a team to invite you.</Trans>
      </EmptyState>
    </Page>
  );
}
