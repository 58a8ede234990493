import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './components.module.css';
import { BelowHeading } from './heading-level.ts';

interface Titled {
  readonly title: string;
  readonly children: ReactNode;
}

/** A titled section in its own box. */
export function Panel({ title, children }: Titled) {
  return (
    <Paper component="section" p="lg" className={classes.paper ?? ''}>
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      <BelowHeading value={3}>{children}</BelowHeading>
    </Paper>
  );
}

interface SectionProps extends Titled {
  /** True to show the title and a short text on one line. */
  readonly isLine?: boolean;
}

/** A titled section whose content has its own box, such as a list. */
export function Section({ title, isLine = false, children }: SectionProps) {
  return (
    <section className={isLine ? (classes.line ?? '') : ''}>
      <Title order={2} size="h4" mb={isLine ? 0 : 'sm'}>
        {title}
      </Title>
      <BelowHeading value={3}>{children}</BelowHeading>
    </section>
  );
}
