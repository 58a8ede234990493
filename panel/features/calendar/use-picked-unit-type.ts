import { useSearchParams } from 'wouter';
import { useTeamQueryAll } from '../../api/hooks.ts';
import { inOrderMade } from '../../format/order.ts';
import { calendarUnitTypesDocument } from './generated.ts';

/** The unit types on sale, and which of them is shown: the address names it (`?unit=1`), or it is the first. */
export function usePickedUnitType() {
  const { data, error, refetch } = useTeamQueryAll(calendarUnitTypesDocument, ({ unitTypes }) => unitTypes);
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
