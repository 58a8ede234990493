import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { Checkbox } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Loading } from '../../components/loading.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { money } from '../../format/money.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import {
  amountOf,
  CancelRefund,
  preferredWay,
  type RefundPlan,
  type RefundWay,
  refundFault,
  refundWays,
} from './cancel-refund.tsx';
import {
  type BookingCancelCostQuery,
  type BookingRowFragment,
  bookingCalledOffDocument,
  bookingCancelCostDocument,
  folioRefundDocument,
  refundOpenDocument,
} from './generated.ts';
import { isOngoing } from './stay-moves.ts';

type Booking = Pick<BookingRowFragment, 'id' | 'reference' | 'currency' | 'status' | 'stay'>;
type Cost = NonNullable<BookingCancelCostQuery['booking']>;

/** Cancels a booking and refunds its guest in one dialog; hidden if it has ended or its guests have left. */
export function CancelBooking({ booking }: { readonly booking: Booking }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      {isOngoing(booking) && (
        <Button size="xs" variant="default" onClick={open}>
          Cancel booking
        </Button>
      )}
      {opened && (
        <OpenDialog onClose={close} title={`Cancel ${booking.reference}?`} centered>
          <Cancelling booking={booking} close={close} />
        </OpenDialog>
      )}
    </>
  );
}

/** Progress: the refund is only made once the booking is cancelled, and can be repeated without cancelling again. */
interface Progress {
  /** Cost at the time of the cancellation. */
  readonly cost: Cost;
  readonly isCancelled: boolean;
}

function Cancelling({ booking, close }: { readonly booking: Booking; readonly close: () => void }) {
  const { id, currency } = booking;
  const isManager = isOneOf(useTeam(), ['manager']);
  const [waiveFee, setWaiveFee] = useState(false);
  const [plan, setPlan] = useState<RefundPlan>({});
  const [progress, setProgress] = useState<Progress | null>(null);
  const { data, error: unread, refetch } = useTeamQuery(bookingCancelCostDocument, { id, waiveFee });
  const cancel = useTeamMutation(bookingCalledOffDocument);
  const request = useTeamMutation(refundOpenDocument);
  const record = useTeamMutation(folioRefundDocument);
  const cost = progress?.cost ?? data?.booking ?? null;
  if (!cost)
    return unread ? <ErrorNote error={unread} onRetry={refetch} /> : <Loading label="Loading the fee" />;
  const quote = cost.cancelQuote;
  if (!quote) return <Text>This booking has already ended.</Text>;

  const due = quote.refund;
  const ways = isManager && due !== 0 ? refundWays(cost, due) : [];
  const way = ways.find(({ value }) => value === plan.way) ?? preferredWay(ways, due);
  const amount = way ? amountOf(plan, way, currency) : null;
  const fault = way ? refundFault(plan, way, currency) : null;

  const refund = async () => {
    if (!way || amount === null) return;
    const { method = 'bank_transfer', reference = '' } = plan;
    if (way.kind === 'app') {
      const reason = 'The booking was cancelled.';
      await request.mutateAsync({ input: { paymentSessionId: way.value, amount, reason } });
    }
    if (way.kind === 'recorded') {
      const input = { bookingId: id, method, amount, reference: reference.trim() || null };
      await record.mutateAsync({ input });
    }
  };
  const confirm = async () => {
    if (!progress?.isCancelled) {
      setProgress({ cost, isCancelled: false });
      const input = { id, waiveFee, ...(isManager && { automaticRefund: false }) };
      await cancel.mutateAsync({ input }).catch((error: unknown) => {
        setProgress(null);
        throw error;
      });
      setProgress({ cost, isCancelled: true });
    }
    await refund();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault !== null || isPending) return;
    confirm().then(close, () => {
      // The dialog shows the error: see `error`.
    });
  };
  const isPending = cancel.isPending || request.isPending || record.isPending;
  const error = cancel.error ?? request.error ?? record.error;
  const isCancelled = progress?.isCancelled ?? false;
  return (
    <Form error={error} onSubmit={submit}>
      <Stack>
        <Text>
          {isCancelled
            ? 'The booking is cancelled, but its refund failed. What is due back stays on Today until someone refunds it.'
            : "Its nights become available again and its tasks are cancelled. This can't be undone."}
        </Text>
        <Facts facts={costFacts(cost, quote, currency)} />
        {!isCancelled && (waiveFee || (quote.fee ?? 0) > 0) && (
          <Checkbox
            field="waiveFee"
            label="Waive the fee"
            checked={waiveFee}
            onChange={(event) => setWaiveFee(event.currentTarget.checked)}
          />
        )}
        {way && <CancelRefund {...{ ways, way, plan, setPlan, currency, due, fault }} />}
        {!isManager && cost.folio !== null && due !== 0 && cost.folio.refundable > 0 && (
          <Text size="sm" c="dimmed">
            The refund starts immediately if automatic refunds are on and the payment app supports them;
            otherwise, it's listed on Today.
          </Text>
        )}
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {isCancelled ? 'Close' : 'Go back'}
          </Button>
          <Button type="submit" color="red.8" loading={isPending} disabled={fault !== null}>
            {isCancelled ? 'Try the refund again' : confirmWords(way, amount, currency)}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** Labels the confirming button with everything it does. */
const confirmWords = (way: RefundWay | null, amount: number | null, currency: string): string =>
  !way || way.kind === 'later' || amount === null
    ? 'Cancel the booking'
    : `Cancel and ${way.kind === 'app' ? 'request' : 'record'} ${money(amount, currency)}`;

/** Lists what was paid, the fee, and what's due to whom. */
function costFacts({ folio }: Cost, quote: NonNullable<Cost['cancelQuote']>, currency: string) {
  const { fee, refund, owed } = quote;
  const paid = folio?.paid ?? 0;
  const given = Math.max(0, paid - (folio?.refundable ?? 0));
  return [
    ['Paid', paid === 0 ? 'Nothing' : money(paid, currency)],
    ...(given > 0 ? ([['Refunded or requested', money(given, currency)]] as const) : []),
    ['Cancellation fee', fee === null ? 'No terms' : money(fee, currency)],
    ...(refund === null
      ? paid > given
        ? ([['Due back to the guest', 'You decide']] as const)
        : []
      : ([['Due back to the guest', money(refund, currency)]] as const)),
    ...(owed > 0 ? ([['The guest still owes', money(owed, currency)]] as const) : []),
  ] as const;
}
