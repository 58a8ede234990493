import { Text } from '@mantine/core';

/** Why the API refused a value; hidden if it was accepted. */
export function Refusal({ children }: { readonly children: string | undefined }) {
  if (!children) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {children}
    </Text>
  );
}
