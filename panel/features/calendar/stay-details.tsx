import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Facts } from '../../components/facts.tsx';
import { SavedSelect } from '../../components/saved-select.tsx';
import { dayAndYear, nightsBetween } from '../../format/dates.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { BookingBadge, partyWords } from '../bookings/booking-words.tsx';
import { lacksUnit, SuggestUnits } from '../bookings/suggest-units.tsx';
import type { Bar } from './lanes.ts';
import { isMovable } from './moves.ts';
import { type Booking, guestName, MARK_WORDS, markOf, type UnitType } from './stays.ts';

interface StayDetailsProps {
  /** Null while closed. */
  readonly bar: Bar<Booking> | null;
  readonly unitType: UnitType;
  /** The property's unit names by id. */
  readonly unitNames: ReadonlyMap<string, string>;
  readonly onMove: (bar: Bar<Booking>, to: string | null) => void;
  /** Called if the booking gets a unit through moves of other bookings. */
  readonly onFound: (bookingId: string, unitId: string) => void;
  readonly onClose: () => void;
  /** Called once the dialog is gone. */
  readonly onClosed: () => void;
}

/** A stay's details, and a unit selector for people who don't drag or use the keyboard. */
export function StayDetails({ bar, onClosed, ...rest }: StayDetailsProps) {
  return (
    <Modal
      opened={bar !== null}
      onClose={rest.onClose}
      onExitTransitionEnd={onClosed}
      title={bar && guestName(bar.booking)}
      centered
    >
      {bar && <Details bar={bar} {...rest} />}
    </Modal>
  );
}

type DetailsProps = Omit<StayDetailsProps, 'bar' | 'onClosed'> & { readonly bar: Bar<Booking> };

function Details({ bar, unitType, unitNames, onMove, onFound, onClose }: DetailsProps) {
  const isDesk = isOneOf(useTeam(), ['manager', 'front_desk']);
  const { booking, unit } = bar;
  const mark = markOf(booking);
  const choose = (to: string) => {
    onClose();
    onMove(bar, to || null);
  };
  return (
    <Stack>
      <Facts
        facts={[
          [t`Status`, <BookingBadge key="status" status={booking.status} />],
          ...(mark === 'conflict' || mark === 'in_house'
            ? ([[t`Stay`, sentence(MARK_WORDS[mark])]] as const)
            : []),
          [t`Unit type`, unitType.name],
          [t`Arrives`, dayAndYear(booking.checkIn)],
          [t`Leaves`, dayAndYear(booking.checkOut)],
          [
            t`Length`,
            plural(nightsBetween(booking.checkIn, booking.checkOut), { one: '# night', other: '# nights' }),
          ],
          [t`Guests`, partyWords(booking.party)],
        ]}
      />
      {isDesk && isMovable(bar) && (
        <SavedSelect
          label={t`Unit`}
          saveLabel={t`Move`}
          value={unit?.id ?? ''}
          onSave={choose}
          data={[
            { value: '', label: t`Not assigned` },
            ...unitType.namedUnits.map(({ id, name }) => ({ value: id, label: t`Unit ${name}` })),
          ]}
        />
      )}
      {isDesk && lacksUnit(booking) && (
        <Group justify="space-between" gap="sm">
          <Text size="sm">
            <Trans>It has no unit yet. Other bookings may have to move.</Trans>
          </Text>
          <SuggestUnits
            bookingId={booking.id}
            names={unitNames}
            onApply={(moves) => {
              const own = moves.find(({ bookingId }) => bookingId === booking.id);
              if (own) onFound(booking.id, own.toUnitId);
            }}
          />
        </Group>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button component={Link} href={`/bookings/${booking.id}`}>
          <Trans>Open {booking.reference}</Trans>
        </Button>
      </Group>
    </Stack>
  );
}

const sentence = (words: string) => `${words[0]?.toUpperCase()}${words.slice(1)}`;
