import { t } from '@lingui/core/macro';
import { NativeSelect } from '@mantine/core';
import { useSearchParams } from 'wouter';

interface Pickable {
  readonly id: string;
  readonly name: string;
}

/** Returns the storefront named in the page's address, or else the first one. */
export function useStorefront<T extends Pickable>(storefronts: readonly T[]): T | undefined {
  const [parameters] = useSearchParams();
  return storefronts.find(({ id }) => id === parameters.get('storefront')) ?? storefronts[0];
}

interface StorefrontPickerProps {
  readonly storefronts: readonly Pickable[];
  readonly chosen: Pickable | undefined;
}

/** Chooses a page's storefront, which is stored in the page's address; hidden if there's only one. */
export function StorefrontPicker({ storefronts, chosen }: StorefrontPickerProps) {
  const [, setParameters] = useSearchParams();
  return (
    storefronts.length > 1 && (
      <NativeSelect
        aria-label={t`Storefront`}
        value={chosen?.id ?? ''}
        data={storefronts.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget: { value } }) => setParameters({ storefront: value })}
      />
    )
  );
}
