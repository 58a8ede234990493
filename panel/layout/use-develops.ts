import { useLocation } from 'wouter';
import { useTeamQuery } from '../api/hooks.ts';
import { isWithin } from './entries.ts';
import { navigationAppsDocument } from './generated.ts';
import { useSession } from './session.tsx';

/**
 * True for people who develop apps: they have the role, their account has an app, or they have opened *Your apps*,
 * e.g. from *Settings* to start with their first app.
 */
export function useDevelops(): boolean {
  const { team } = useSession();
  const [here] = useLocation();
  const { data } = useTeamQuery(navigationAppsDocument, {}, { enabled: team.slug !== '' });
  return team.role === 'developer' || (data?.apps.nodes.length ?? 0) > 0 || isWithin('/developer', here);
}
