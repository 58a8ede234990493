import { t } from '@lingui/core/macro';
import { Alert, Stack, Text } from '@mantine/core';

interface OverbookedProps {
  /** The items sold twice, and how the host can fix the overbooking. */
  readonly why: string;
  /** The nights, in order. */
  readonly nights: readonly { readonly key: string; readonly words: string; readonly units: number }[];
}

/** Overbooked nights; hidden if empty. */
export function Overbooked({ why, nights }: OverbookedProps) {
  if (nights.length === 0) return null;
  return (
    <Alert color="red" title={t`Overbooked`}>
      <Text size="sm">{why}</Text>
      <Stack component="ul" gap={2} my="xs" ps="md">
        {nights.map(({ key, words, units }) => (
          <Text component="li" size="sm" key={key}>
            {words}
            {units > 1 && t`, ${units} units`}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
