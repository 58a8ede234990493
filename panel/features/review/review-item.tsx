import { plural, t } from '@lingui/core/macro';
import { Collapse, Group, Paper, Text, Title, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { BelowHeading } from '../../components/heading-level.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { instant } from '../../format/dates.ts';
import type { ChangeRisk } from './generated.ts';
import classes from './review.module.css';

/** State of an item in the queue. */
export interface Opening {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

interface ReviewItemProps extends Opening {
  readonly title: string;
  /** Item type, e.g. `App version`. */
  readonly kind: string;
  readonly developer: string;
  /** Start of the wait; null if unknown. */
  readonly since: string | null;
  readonly changes?: readonly { readonly risk: ChangeRisk }[];
  /** The decision, next to the heading while the item is open. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** An item in the queue: a row with its risk that opens to everything needed for the decision. */
export function ReviewItem(props: ReviewItemProps) {
  const { title, kind, developer, since, changes = [], isOpen, onToggle, actions, children } = props;
  const high = changes.filter(({ risk }) => risk === 'high').length;
  return (
    <Paper component="section" withBorder className={classes.item ?? ''} aria-label={title}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Title order={2} size="h5">
            <UnstyledButton className={classes.toggle ?? ''} aria-expanded={isOpen} onClick={onToggle}>
              <IconChevronDown size={18} aria-hidden className={classes.chevron ?? ''} />
              {title}
            </UnstyledButton>
          </Title>
          <Text size="sm" c="dimmed" className={classes.about ?? ''}>
            {[kind, t`by ${developer}`, ...(since ? [t`since ${instant(since)}`] : [])].join(' · ')}
          </Text>
        </div>
        {high > 0 && (
          <StatusBadge tone="bad">{plural(high, { one: '# high risk', other: '# high risks' })}</StatusBadge>
        )}
        {isOpen && (
          <Group gap="sm" className={classes.actions ?? ''}>
            {actions}
          </Group>
        )}
      </div>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <div className={classes.body}>
            <BelowHeading value={3}>{children}</BelowHeading>
          </div>
        )}
      </Collapse>
    </Paper>
  );
}
