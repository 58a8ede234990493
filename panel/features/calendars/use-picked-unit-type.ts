import { useSearchParams } from 'wouter';
import { useTeamQueryAll } from '../../api/hooks.ts';
import { inOrderMade } from '../../format/order.ts';
import { calendarsUnitTypesDocument } from './generated.ts';

/** Returns the unit types on sale and the chosen one: from the address (`?unit=1`), else the first. */
export function usePickedUnitType() {
  const { data, error, refetch } = useTeamQueryAll(calendarsUnitTypesDocument, ({ unitTypes }) => unitTypes);
  const [parameters, setParameters] = useSearchParams();
  const unitTypes = inOrderMade(data ?? []).filter(({ active }) => active);
  const unitType = unitTypes.find(({ id }) => id === parameters.get('unit')) ?? unitTypes[0];
  return {
    isKnown: data !== undefined,
    error,
    refetch,
    unitTypes,
    unitType,
    onPick: (unit: string) => setParameters({ unit }),
  };
}
