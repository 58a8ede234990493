import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Alert, Button, Group, List, Paper, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { sentenceOf } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import {
  type BookingRowFragment,
  bookingPaidDocument,
  stayCheckInDocument,
  stayCheckOutDocument,
} from './generated.ts';
import { movesOf } from './stay-moves.ts';

interface BulkActionsProps {
  /** The chosen bookings. */
  readonly bookings: readonly BookingRowFragment[];
  readonly clear: () => void;
}

type Action = 'check_in' | 'check_out' | 'paid';

interface Words {
  readonly label: MessageDescriptor;
  readonly done: (bookings: number) => string;
  readonly text: MessageDescriptor;
  readonly applies: (booking: BookingRowFragment) => boolean;
}

const WORDS: Readonly<Record<Action, Words>> = {
  check_in: {
    label: msg`Check in`,
    done: (bookings) => plural(bookings, { one: 'Checked in # booking.', other: 'Checked in # bookings.' }),
    text: msg`The guests are in house from now on. Bookings with a dirty unit are left out: check them in one by one.`,
    applies: (booking) => movesOf(booking).includes('check_in'),
  },
  check_out: {
    label: msg`Check out`,
    done: (bookings) => plural(bookings, { one: 'Checked out # booking.', other: 'Checked out # bookings.' }),
    text: msg`The guests have left, and their units become dirty.`,
    applies: (booking) => movesOf(booking).includes('check_out'),
  },
  paid: {
    label: msg`Mark as paid`,
    done: (bookings) =>
      plural(bookings, { one: 'Marked # booking as paid.', other: 'Marked # bookings as paid.' }),
    text: msg`The guests paid what's due outside the platform. Held bookings are confirmed. This can't be undone.`,
    applies: ({ status, payment }) =>
      status === 'held' || (status === 'confirmed' && payment.dueNow + payment.balance > 0),
  },
};

/** Result of an action for several bookings. */
interface Outcome {
  readonly done: string;
  /** A sentence per refused booking. */
  readonly refused: readonly string[];
}

/** Applies one action to the chosen bookings, one after the other, and lists the refusals. */
export function BulkActions({ bookings, clear }: BulkActionsProps) {
  const [asked, setAsked] = useState<Action | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { run, isPending } = useActions();
  const apply = async () => {
    if (asked === null) return;
    const refused: string[] = [];
    const wanted = bookings.filter(WORDS[asked].applies);
    for (const booking of wanted) {
      await run(asked, booking).catch((error: unknown) => {
        refused.push(`${booking.reference}: ${sentenceOf(error)}`);
      });
    }
    setOutcome({ done: WORDS[asked].done(wanted.length - refused.length), refused });
    clear();
  };
  return (
    <Stack gap="xs">
      {bookings.length > 0 && (
        <Paper withBorder p="xs" role="region" aria-label={t`Selected bookings`}>
          <Group gap="sm">
            <Text size="sm" fw={600} aria-live="polite">
              <Trans>
                <Plural value={bookings.length} one="# booking" other="# bookings" /> selected
              </Trans>
            </Text>
            {(Object.keys(WORDS) as Action[]).map((action) => {
              const { length } = bookings.filter(WORDS[action].applies);
              return (
                <Button
                  key={action}
                  size="xs"
                  variant="default"
                  disabled={length === 0}
                  onClick={() => {
                    setOutcome(null);
                    setAsked(action);
                  }}
                >
                  {t(WORDS[action].label)} {length > 0 && `(${length})`}
                </Button>
              );
            })}
            <Button size="xs" variant="subtle" onClick={clear}>
              <Trans>Clear selection</Trans>
            </Button>
          </Group>
        </Paper>
      )}
      {outcome && (
        <Alert
          color={outcome.refused.length > 0 ? 'orange' : 'teal'}
          variant="light"
          title={outcome.done}
          withCloseButton
          closeButtonLabel={t`Close`}
          onClose={() => setOutcome(null)}
        >
          {outcome.refused.length > 0 && (
            <List size="sm">
              {outcome.refused.map((sentence) => (
                <List.Item key={sentence}>{sentence}</List.Item>
              ))}
            </List>
          )}
        </Alert>
      )}
      {asked && (
        <ConfirmDialog
          opened
          close={() => setAsked(null)}
          title={t`${t(WORDS[asked].label)}: ${plural(bookings.filter(WORDS[asked].applies).length, { one: '# booking', other: '# bookings' })}?`}
          text={t(WORDS[asked].text)}
          confirmLabel={t(WORDS[asked].label)}
          destructive={false}
          onConfirm={apply}
          isPending={isPending}
        />
      )}
    </Stack>
  );
}

/** The operations behind the actions. */
function useActions() {
  const checkIn = useTeamMutation(stayCheckInDocument);
  const checkOut = useTeamMutation(stayCheckOutDocument);
  const paid = useTeamMutation(bookingPaidDocument);
  const run = (action: Action, { id, version }: BookingRowFragment): Promise<unknown> => {
    if (action === 'check_in') return checkIn.mutateAsync({ id });
    if (action === 'check_out') return checkOut.mutateAsync({ id, waiveFee: false });
    return paid.mutateAsync({ id, version });
  };
  return { run, isPending: checkIn.isPending || checkOut.isPending || paid.isPending };
}
