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

/** Knows who is signed in and which of their teams is chosen, and remembers the choice; renders its children once both are known. */
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
  if (session.isPending) return <Loading label="Opening the panel" />;
  if (session.isError) return <ErrorNote error={session.error} onRetry={session.refetch} />;
  return <SessionContext value={{ ...session.data, team, chooseTeam: setSlug }}>{children}</SessionContext>;
}

/** A person without a team: an operator, or an account that was just created. */
const NO_TEAM: Team = {
  id: '',
  slug: '',
  name: '',
  role: 'owner',
  status: 'active',
  factorMissing: null,
  suspension: null,
};

/** Who is signed in. */
export function useSession(): SignedIn {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession works below SessionGate.');
  return session;
}

/** Whether the person is an owner of the team, or has one of these roles there. */
export const isOneOf = ({ role }: Team, roles: readonly TeamRole[]): boolean =>
  role === 'owner' || roles.includes(role);

/** The chosen team; its slug is '' for a person without one. */
export const useTeam = (): Team => useSession().team;

/** What someone sees of a team that asks for a second factor they do not have. */
export function NeedsFactor() {
  const { team } = useSession();
  return (
    <Page title="Add a second factor">
      <EmptyState
        title={`${team.name} asks for a second factor`}
        action={<Anchor href="/account/security">Add a passkey or an authenticator app</Anchor>}
      >
        Everyone on this team signs in with more than a password. Once you have added a second factor, you can
        use the panel again.
      </EmptyState>
    </Page>
  );
}

/** Renders its children, or a notice if there is no team. An operator without a team has other pages. */
export function NeedsTeam({ children }: { readonly children: ReactNode }) {
  const { team, account } = useSession();
  if (team.slug !== '') return children;
  if (account.operator) return <Redirect to="/review" replace />;
  return (
    <Page title="No team yet">
      <EmptyState
        title="This page needs a team"
        action={
          <Anchor component={Link} href="/new-team">
            Create a team
          </Anchor>
        }
      >
        You are not a member of any team. Create one, or ask a member of a team to invite you.
      </EmptyState>
    </Page>
  );
}
