import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { BelowHeading } from '../../components/heading-level.ts';
import classes from './content.module.css';
import { Refusal } from './refusal.tsx';

interface ContentSectionProps {
  readonly id: string;
  readonly title: string;
  /** The section's audience and purpose, in a sentence. */
  readonly lead?: string;
  /** Why the API refused the section as a whole. */
  readonly refusal?: string | undefined;
  readonly children: ReactNode;
}

/** A section in the content of a property or unit type; links and the page's address target it by id. */
export function ContentSection({ id, title, lead, refusal, children }: ContentSectionProps) {
  return (
    <Paper
      component="section"
      id={id}
      tabIndex={-1}
      p="lg"
      className={classes.section ?? ''}
      aria-label={title}
    >
      <Title order={2} size="h4">
        {title}
      </Title>
      {lead && (
        <Text size="sm" c="dimmed" mt={2}>
          {lead}
        </Text>
      )}
      <Stack gap="md" mt="md">
        <Refusal>{refusal}</Refusal>
        <BelowHeading value={3}>{children}</BelowHeading>
      </Stack>
    </Paper>
  );
}
