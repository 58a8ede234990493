import { Progress, Stack, Text } from '@mantine/core';

interface RowsDoneProps {
  readonly done: number;
  readonly total: number;
  /** Both numbers as a sentence. */
  readonly text: string;
  /** The bar's name for screen readers. */
  readonly label: string;
}

/** Rows done of rows known, as text and as a bar. */
export function RowsDone({ done, total, text, label }: RowsDoneProps) {
  return (
    <Stack gap="xs" w="100%">
      <Text size="sm">{text}</Text>
      <Progress value={(100 * done) / Math.max(total, 1)} aria-label={label} />
    </Stack>
  );
}
