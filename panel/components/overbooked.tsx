import { Alert, Stack, Text } from '@mantine/core';

interface OverbookedProps {
  /** What was sold twice, and what the host can do. */
  readonly why: string;
  /** Which nights, in order. */
  readonly nights: readonly { readonly key: string; readonly words: string; readonly units: number }[];
}

/** Nights on which more was sold than there is; nothing where there are none. */
export function Overbooked({ why, nights }: OverbookedProps) {
  if (nights.length === 0) return null;
  return (
    <Alert color="red" title="Overbooked">
      <Text size="sm">{why}</Text>
      <Stack component="ul" gap={2} my="xs" ps="md">
        {nights.map(({ key, words, units }) => (
          <Text component="li" size="sm" key={key}>
            {words}
            {units > 1 && `, ${units} units`}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
