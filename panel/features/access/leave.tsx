import { t } from '@lingui/core/macro';
import { useTeamQuery } from '../../api/hooks.ts';
import { Panel } from '../../components/panel.tsx';
import { useTeam } from '../../layout/session.tsx';
import { ownAccountDocument } from './generated.ts';
import { RemoveMember } from './remove-member.tsx';

/** Lets members leave the team if their role doesn't let them see its other members. */
export function Leave() {
  const { name: team } = useTeam();
  const { data } = useTeamQuery(ownAccountDocument, {});
  return <Panel title={t`Leave ${team}`}>{data && <RemoveMember member={data.account} isYou />}</Panel>;
}
