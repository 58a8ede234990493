import { t } from '@lingui/core/macro';
import { Anchor, Progress, Text } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { Link } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { Panel } from '../../components/panel.tsx';
import { stayNeedsDocument } from './generated.ts';
import { type StayNeed, stayNeeds } from './stay-needs.ts';
import classes from './welcome.module.css';

interface StayMeterProps {
  readonly propertyId: string;
  /** True on the property's own page, whose sections are then linked directly. */
  readonly isOnItsPage?: boolean;
}

/** Shows how complete a property is for guests, and links to missing details. */
export function StayMeter({ propertyId, isOnItsPage = false }: StayMeterProps) {
  const { data } = useTeamQuery(stayNeedsDocument, { propertyId });
  const needs = data ? stayNeeds(data) : [];
  if (needs.length === 0) return null;
  const done = needs.filter((need) => need.done).length;
  const isComplete = done === needs.length;
  const sum = t`${done} of ${needs.length}`;
  return (
    <Panel title={t`What guests look for`}>
      <Text size="sm" mb="xs">
        {isComplete ? t`${sum}: guests find everything they need to choose your place.` : t`${sum} are done.`}
      </Text>
      <Progress value={(100 * done) / needs.length} aria-label={t`What guests look for`} />
      {!isComplete && (
        <ul className={classes.needs}>
          {needs.map((need) => (
            <li key={need.href + need.label} data-done={need.done || undefined}>
              {need.done ? (
                <IconCircleCheckFilled size={18} role="img" aria-label={t`Done`} />
              ) : (
                <IconCircle size={18} role="img" aria-label={t`Missing`} />
              )}
              <Need need={need} isOnItsPage={isOnItsPage} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Need({
  need: { done, label, href },
  isOnItsPage,
}: {
  readonly need: StayNeed;
  readonly isOnItsPage: boolean;
}) {
  if (done) return <Text size="sm">{label}</Text>;
  const [path, section] = href.split('#');
  return isOnItsPage && path?.startsWith('/properties/') ? (
    <Anchor size="sm" underline="always" href={`#${section}`}>
      {label}
    </Anchor>
  ) : (
    <Anchor component={Link} size="sm" underline="always" href={href}>
      {label}
    </Anchor>
  );
}
