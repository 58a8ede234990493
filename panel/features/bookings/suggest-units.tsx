import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import {
  type BookingStatus,
  type UnitSuggestionQuery,
  unitMovesDocument,
  unitSuggestionDocument,
} from './generated.ts';

interface Placed {
  readonly status: BookingStatus;
  readonly lines: readonly {
    /** Null for an unknown unit type. */
    readonly unitTypeId: string | null;
    readonly quantity: number;
    readonly units: readonly { readonly until: string | null }[];
  }[];
}

/** True if a booking has fewer units than it booked. */
export const lacksUnit = ({ status, lines }: Placed): boolean =>
  (status === 'held' || status === 'confirmed') &&
  lines.some(
    ({ unitTypeId, quantity, units }) =>
      unitTypeId !== null && units.filter(({ until }) => until === null).length < quantity,
  );

/** Suggested moves. */
type Moves = NonNullable<UnitSuggestionQuery['unitAssignmentSuggest']>['moves'];

interface SuggestUnitsProps {
  /** A booking without all of its units. */
  readonly bookingId: string;
  /** Unit names by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Called before the moves are saved. */
  readonly onApply?: (moves: Moves) => void;
}

/** Finds a unit for a booking, and applies the moves of other bookings that it takes. */
export function SuggestUnits(props: SuggestUnitsProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        <Trans>Find a unit</Trans>
      </Button>
      <Modal opened={opened} onClose={close} title={t`Find a unit for the whole stay`} centered>
        {opened && <Suggestion close={close} {...props} />}
      </Modal>
    </>
  );
}

type SuggestionProps = SuggestUnitsProps & { readonly close: () => void };

function Suggestion({ bookingId, names, onApply, close }: SuggestionProps) {
  const { data, error, refetch } = useTeamQuery(unitSuggestionDocument, { bookingId });
  const { mutate, isPending, error: refused } = useTeamMutation(unitMovesDocument);
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t`Looking for a unit`} />;
  const moves = data.unitAssignmentSuggest?.moves ?? [];
  const apply = () => {
    onApply?.(moves);
    const input = {
      moves: moves.map(({ bookingId: id, fromUnitId, toUnitId }) => ({
        bookingId: id,
        fromUnitId,
        toUnitId,
      })),
    };
    mutate({ input }, { onSuccess: close });
  };
  return (
    <Stack>
      {moves.length === 0 ? (
        <Text>
          <Trans>No unit is free for the whole stay, even if a few other bookings move.</Trans>
        </Text>
      ) : (
        <List>
          {moves.map(({ bookingId: id, reference, fromUnitId, toUnitId }) => (
            <List.Item key={`${id}.${toUnitId}`}>
              {fromUnitId === null
                ? t`${reference} gets unit ${names.get(toUnitId) ?? ''}.`
                : t`${reference} moves from unit ${names.get(fromUnitId) ?? ''} to unit ${names.get(toUnitId) ?? ''}.`}
            </List.Item>
          ))}
        </List>
      )}
      <ErrorNote error={refused} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {moves.length === 0 ? t`Close` : t`Cancel`}
        </Button>
        {moves.length > 0 && (
          <Button loading={isPending} onClick={apply}>
            {moves.length === 1 ? t`Assign` : t`Move bookings`}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
