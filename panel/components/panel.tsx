import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './components.module.css';

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
      {children}
    </Paper>
  );
}

/** A titled section whose content has its own box, such as a list. */
export function Section({ title, children }: Titled) {
  return (
    <section>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}
