import { useTeamQueryAll } from '../../api/hooks.ts';
import { inOrderMade } from '../../format/order.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { type SettingPropertyFragment, settingPropertiesDocument } from './generated.ts';
import type { Places } from './setting-field.tsx';
import type { Setting } from './setting-values.ts';

/** Properties and unit types to choose from, where a setting asks for one and the role may see them. */
export function usePlaces(settings: readonly Setting[]): Places {
  const mayRead = isOneOf(useTeam(), ['manager']);
  const enabled = mayRead && settings.some(({ type }) => type === 'property' || type === 'unit_type');
  const { data } = useTeamQueryAll(settingPropertiesDocument, ({ properties }) => properties, { enabled });
  return data ? placesOf(inOrderMade(data)) : {};
}

const placesOf = (properties: readonly SettingPropertyFragment[]): Places => ({
  property: properties.map(optionOf),
  unit_type: properties.map(({ name, unitTypes }) => ({ group: name, items: unitTypes.map(optionOf) })),
});

const optionOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  value: id,
  label: name,
});
