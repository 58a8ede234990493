import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Paper, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  /** True for the first step that isn't done, whose form is open. */
  readonly isNext: boolean;
  /** The completed step's result. */
  readonly result: string | undefined;
  /** Page for editing the completed step; if omitted, its form reopens here. */
  readonly editAt?: string | undefined;
  /** The step's form. */
  readonly children: ReactNode;
}

/** One setup step: its number until it's done, then a tick, its result and a way to edit it. */
export function Step({ number, title, done, isNext, result, editAt, children }: StepProps) {
  const [isReopened, setReopened] = useState(false);
  const isOpen = isNext || (done && isReopened);
  return (
    <Paper component="section" p="lg" withBorder aria-label={title}>
      <Group gap="md" wrap="nowrap" align="flex-start">
        <ThemeIcon radius="xl" size="lg" variant={done ? 'filled' : 'default'} aria-hidden>
          {done ? <IconCheck size={18} /> : number}
        </ThemeIcon>
        <div style={{ flex: 1 }}>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {done ? t`Done: ${result ?? ''}` : !isNext && t`Finish the steps above first.`}
          </Text>
        </div>
        {done && editAt && (
          <Button component={Link} href={editAt} variant="default" size="xs" aria-label={t`Edit: ${title}`}>
            <Trans>Edit</Trans>
          </Button>
        )}
        {done && !editAt && (
          <Button
            variant="default"
            size="xs"
            aria-label={`${isReopened ? t`Close` : t`Edit`}: ${title}`}
            aria-expanded={isReopened}
            onClick={() => setReopened(!isReopened)}
          >
            {isReopened ? t`Close` : t`Edit`}
          </Button>
        )}
      </Group>
      {isOpen && children}
    </Paper>
  );
}
