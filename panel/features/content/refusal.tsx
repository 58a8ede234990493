import { Text } from '@mantine/core';

/** Why what was entered is refused; nothing where it is not. */
export function Refusal({ children }: { readonly children: string | undefined }) {
  if (!children) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {children}
    </Text>
  );
}
