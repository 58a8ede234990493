import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Refused } from '../../api/errors.ts';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { instantAt } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import classes from './bookings.module.css';
import {
  type BookingRowFragment,
  bookingEndFeesDocument,
  type StayState,
  stayCheckInDocument,
  stayCheckInUndoDocument,
  stayCheckOutDocument,
  stayCheckOutUndoDocument,
  stayNoShowDocument,
} from './generated.ts';
import { movesOf, STATE_WORDS, type StayMove } from './stay-moves.ts';

const TONES: Readonly<Record<StayState, Tone>> = {
  expected: 'waiting',
  in_house: 'good',
  departed: 'over',
  no_show: 'bad',
};

/** A stay's state, with the time of its last move. */
export function StayBadge({ booking }: { readonly booking: BookingRowFragment }) {
  const { stay, property } = booking;
  const at = stay.checkedOutAt ?? stay.checkedInAt;
  return (
    <div>
      <StatusBadge tone={TONES[stay.state]}>{STATE_WORDS[stay.state]}</StatusBadge>
      {at && (
        <Text size="xs" c="dimmed" mt={4}>
          {stay.isAssumed ? t`Assumed ` : t`Since `}
          {instantAt(at, property?.timeZone)}
        </Text>
      )}
    </div>
  );
}

interface StayActionsProps {
  readonly booking: BookingRowFragment;
  /** Shows only the most likely move. */
  readonly onlyNext?: boolean;
}

/** Buttons for a stay's next moves; only the front desk and managers see them. */
export function StayActions({ booking, onlyNext = false }: StayActionsProps) {
  const moves = movesOf(booking);
  const shown = onlyNext ? moves.slice(0, 1) : moves;
  if (shown.length === 0) return null;
  return (
    <OnlyFor roles={['manager', 'front_desk']}>
      <Group gap="xs">
        {shown.map((move, place) => (
          <StayButton key={move} {...{ booking, move }} isPrimary={place === 0 && !UNDOES.has(move)} />
        ))}
      </Group>
    </OnlyFor>
  );
}

const UNDOES: ReadonlySet<StayMove> = new Set(['check_in_undo', 'check_out_undo']);

const LABELS: Readonly<Record<StayMove, string>> = translated({
  check_in: msg`Check in`,
  check_in_undo: msg`Undo check-in`,
  check_out: msg`Check out`,
  leave_early: msg`Check out early`,
  check_out_undo: msg`Undo check-out`,
  no_show: msg`No-show`,
});

interface StayButtonProps {
  readonly booking: BookingRowFragment;
  readonly move: StayMove;
  readonly isPrimary: boolean;
}

function StayButton({ booking, move, isPrimary }: StayButtonProps) {
  if (move === 'no_show' || move === 'leave_early') return <FeeMove {...{ booking, move, isPrimary }} />;
  if (move === 'check_in') return <CheckIn {...{ booking, isPrimary }} />;
  return <PlainMove {...{ booking, move, isPrimary }} />;
}

/** Checks guests in; a dirty unit must be confirmed. */
function CheckIn({ booking: { id, reference }, isPrimary }: Omit<StayButtonProps, 'move'>) {
  const { mutate, mutateAsync, isPending, error, reset } = useTeamMutation(stayCheckInDocument);
  const isDirty = error instanceof Refused && error.errors.some(({ code }) => code === 'UNIT_NOT_READY');
  return (
    <Stack gap={4}>
      <Button
        size="xs"
        className={classes.move ?? ''}
        variant={isPrimary ? 'filled' : 'default'}
        aria-label={`${LABELS.check_in} ${reference}`}
        loading={isPending}
        onClick={() => mutate({ id })}
      >
        {LABELS.check_in}
      </Button>
      {!isDirty && <ErrorNote error={error} />}
      <ConfirmDialog
        opened={isDirty}
        close={reset}
        title={t`Check in to a dirty unit?`}
        text={t`The unit hasn’t been cleaned since the last guests left.`}
        confirmLabel={t`Check in anyway`}
        onConfirm={() => mutateAsync({ id, confirm: true })}
        isPending={isPending}
        destructive={false}
      />
    </Stack>
  );
}

const PLAIN = {
  check_in_undo: stayCheckInUndoDocument,
  check_out_undo: stayCheckOutUndoDocument,
} as const;

/** A move without a question. */
function PlainMove({
  booking: { id, reference },
  move,
  isPrimary,
}: StayButtonProps & { readonly move: Exclude<StayMove, 'no_show' | 'leave_early' | 'check_in'> }) {
  const plain = useTeamMutation<object, { id: string }>(
    PLAIN[move === 'check_out' ? 'check_out_undo' : move],
  );
  const checkOut = useTeamMutation(stayCheckOutDocument);
  const { isPending, error } = move === 'check_out' ? checkOut : plain;
  const make = () => (move === 'check_out' ? checkOut.mutate({ id, waiveFee: false }) : plain.mutate({ id }));
  return (
    <Stack gap={4}>
      <Button
        size="xs"
        className={classes.move ?? ''}
        variant={isPrimary ? 'filled' : 'default'}
        aria-label={`${LABELS[move]} ${reference}`}
        loading={isPending}
        onClick={make}
      >
        {LABELS[move]}
      </Button>
      <ErrorNote error={error} />
    </Stack>
  );
}

const FEE_WORDS = {
  no_show: {
    title: msg`Record a no-show?`,
    text: msg`The remaining nights become available again. If the guests arrive after all, check them in.`,
    charge: (fee: string) => t`The charges are replaced by a fee of ${fee}.`,
    free: msg`The charges are removed, and there is no fee.`,
  },
  leave_early: {
    title: msg`Check out early?`,
    text: msg`The remaining nights become available again. You can undo this today.`,
    charge: (fee: string) => t`The guests pay ${fee} for them, by the cancellation policy.`,
    free: msg`The guests don’t pay for them.`,
  },
} as const;

/** A move that can charge a fee, which the desk can waive. */
function FeeMove({
  booking: { id, reference, currency },
  move,
  isPrimary,
}: StayButtonProps & { readonly move: 'no_show' | 'leave_early' }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [waiveFee, setWaiveFee] = useState(false);
  const { data } = useTeamQuery(bookingEndFeesDocument, { id }, { enabled: opened });
  const { mutateAsync, isPending, error } = useTeamMutation<object, { id: string; waiveFee: boolean }>(
    move === 'no_show' ? stayNoShowDocument : stayCheckOutDocument,
  );
  const make = () =>
    mutateAsync({ id, waiveFee }).then(close, () => {
      // The dialog shows the error: see `error`.
    });
  const { title, text, charge, free } = FEE_WORDS[move];
  const fee = data?.booking?.[move === 'no_show' ? 'noShowFee' : 'departureFee'] ?? null;
  return (
    <>
      <Button
        size="xs"
        className={classes.move ?? ''}
        variant={isPrimary && move !== 'no_show' ? 'filled' : 'default'}
        aria-label={`${LABELS[move]} ${reference}`}
        onClick={open}
      >
        {LABELS[move]}
      </Button>
      <Modal opened={opened} onClose={close} title={t(title)} centered>
        <Stack>
          <Text>{t(text)}</Text>
          {fee !== null && <Text>{waiveFee || fee === 0 ? t(free) : charge(money(fee, currency))}</Text>}
          <Checkbox
            label={t`Waive the fee`}
            checked={waiveFee}
            onChange={(event) => setWaiveFee(event.currentTarget.checked)}
          />
          <ErrorNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" className={classes.move ?? ''} onClick={close}>
              <Trans>Go back</Trans>
            </Button>
            <Button className={classes.move ?? ''} loading={isPending} onClick={make}>
              {LABELS[move]}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
