import { useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { inOrderMade } from '../../format/order.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { placeName } from '../placements/words.ts';
import {
  type SettingPlacementsQuery,
  type SettingPropertyFragment,
  type SettingScope,
  settingConnectionsDocument,
  settingPlacementsDocument,
  settingPropertiesDocument,
} from './generated.ts';
import type { Places } from './setting-field.tsx';
import type { Install, Setting } from './setting-values.ts';

/** Options to choose from, some of them grouped. */
export type Choices = NonNullable<Places[keyof Places]>;

/** Returns properties and unit types to choose from, if a setting needs them and the role can see them. */
export const usePlaces = (settings: readonly Setting[]): Places =>
  useListed(settings.some(({ type }) => type === 'property' || type === 'unit_type'));

/**
 * Returns the objects of a type that settings can apply to: undefined while loading, null if the role can't
 * list them.
 */
export function useObjects(
  per: SettingScope,
  install: Pick<Install, 'id' | 'app'>,
): Choices | null | undefined {
  const mayRead = isOneOf(useTeam(), ['manager']);
  const places = useListed(per === 'property' || per === 'unit_type');
  const isOfConnections = per === 'connection' && mayRead;
  const { data } = useTeamQuery(settingConnectionsDocument, {}, { enabled: isOfConnections });
  const isOfPlacements = per === 'placement' && mayRead;
  const placed = useTeamQuery(settingPlacementsDocument, {}, { enabled: isOfPlacements });
  if (!mayRead) return null;
  if (per === 'property' || per === 'unit_type') return places[per];
  if (per === 'placement') return placed.data && placementsOf(placed.data, install.app.slug);
  return data?.channelConnections?.filter((one) => one.installId === install.id).map(connectionOption);
}

function useListed(isAsked: boolean): Places {
  const enabled = isOneOf(useTeam(), ['manager']) && isAsked;
  const { data } = useTeamQueryAll(settingPropertiesDocument, ({ properties }) => properties, { enabled });
  return data && enabled ? placesOf(inOrderMade(data)) : {};
}

const placesOf = (properties: readonly SettingPropertyFragment[]): Places => ({
  property: properties.map(optionOf),
  unit_type: properties.map(({ name, unitTypes }) => ({ group: name, items: unitTypes.map(optionOf) })),
});

/** Returns an app's placements, grouped by storefront. */
const placementsOf = ({ injectionPlacements, storefronts }: SettingPlacementsQuery, app: string): Choices =>
  storefronts.flatMap(({ id, name: group }) => {
    const items = injectionPlacements
      .filter(({ appSlug, storefrontId }) => appSlug === app && storefrontId === id)
      .map(({ id: value, name, target }) => ({ value, label: `${name}: ${placeName(target)}` }));
    return items.length > 0 ? [{ group, items }] : [];
  });

const optionOf = ({ id, name }: { readonly id: string; readonly name: string }) => ({
  value: id,
  label: name,
});

const connectionOption = ({
  id,
  name,
  propertyName,
}: {
  readonly id: string;
  readonly name: string;
  readonly propertyName: string;
}) => ({ value: id, label: `${name}: ${propertyName}` });
