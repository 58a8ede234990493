import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { day } from '../../format/dates.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { type HousekeptUnitFragment, housekeepingSetDocument, type UnitStatus } from './generated.ts';
import classes from './housekeeping.module.css';
import { OutOfOrder } from './out-of-order.tsx';
import { STATUS_WORDS, UnitStatusBadge } from './unit-status-badge.tsx';

/** Returns the statuses to offer for a unit, the most likely one first. */
function nextOf(status: UnitStatus, mayInspect: boolean): readonly Next[] {
  if (status === 'out_of_order') return ['dirty', 'clean'];
  if (status === 'dirty') return ['clean'];
  return status === 'clean' && mayInspect ? ['inspected', 'dirty'] : ['dirty'];
}

type Next = Exclude<UnitStatus, 'out_of_order'>;

/** A unit with its status and the next ones. */
export function UnitRow({ unit: { id, name, housekeeping } }: { readonly unit: HousekeptUnitFragment }) {
  const team = useTeam();
  const isManager = isOneOf(team, ['manager']);
  const [opened, { open, close }] = useDisclosure(false);
  const { mutate, isPending, error, variables } = useTeamMutation(housekeepingSetDocument);
  const { status, from, until, reason } = housekeeping;
  return (
    <li className={classes.unit}>
      <div className={classes.about}>
        <Group gap="sm">
          <Text fw={600}>{name}</Text>
          <UnitStatusBadge status={status} />
        </Group>
        {from && until && (
          <Text size="sm" c="dimmed">
            {from === until ? t`Night of ${day(from)}` : t`Nights from ${day(from)} to ${day(until)}`}
            {reason && `: ${reason}`}
          </Text>
        )}
      </div>
      <div className={classes.actions}>
        {nextOf(status, isOneOf(team, ['manager', 'front_desk'])).map((next) => (
          <Button
            key={next}
            variant={status === 'dirty' ? 'filled' : 'default'}
            className={classes.action ?? ''}
            aria-label={t`${STATUS_WORDS[next]}: unit ${name}`}
            loading={isPending && variables?.input.status === next}
            onClick={() => mutate({ input: { unitId: id, status: next } })}
          >
            {STATUS_WORDS[next]}
          </Button>
        ))}
        {isManager && (
          <Button
            variant="subtle"
            className={classes.action ?? ''}
            aria-label={t`Out of order: unit ${name}`}
            onClick={open}
          >
            <Trans>Out of order…</Trans>
          </Button>
        )}
      </div>
      <ErrorNote error={error} />
      {isManager && <OutOfOrder unit={{ id, name, housekeeping }} opened={opened} close={close} />}
    </li>
  );
}
