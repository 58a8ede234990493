import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { minorUnits, money } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import { type BookingDetailQuery, type RefundSessionStatus, refundOpenDocument } from './generated.ts';

type Session = NonNullable<NonNullable<BookingDetailQuery['booking']>['paymentSessions']>[number];

/** Labels for refund statuses. */
export const REFUND_WORDS: Readonly<Record<RefundSessionStatus, string>> = translated({
  INITIATED: msg`requested from the app`,
  REQUESTED: msg`on its way`,
  MANUAL: msg`refund it yourself, because the app doesn't support refunds`,
  RESOLVED: 'done',
  REJECTED: 'failed',
});

/** Returns a payment's refundable remainder in minor units; failed refunds don't count. */
export function leftOf({
  amount,
  currency,
  refunds,
}: Pick<Session, 'amount' | 'currency'> & {
  readonly refunds: readonly Pick<Session['refunds'][number], 'amount' | 'status'>[];
}): number {
  const given = refunds.filter(({ status }) => status !== 'REJECTED');
  const minor = (major: string) => minorUnits(major, currency) ?? 0;
  return given.reduce((left, refund) => left - minor(refund.amount), minor(amount));
}

/**
 * Refunds all or part of a payment after confirmation; hidden if the payment isn't resolved or is fully
 * refunded.
 */
export function Refund({ session }: { readonly session: Session }) {
  const [opened, { open, close }] = useDisclosure(false);
  const left = leftOf(session);
  if (session.status !== 'RESOLVED' || left <= 0) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        <Trans>Refund…</Trans>
      </Button>
      <Modal opened={opened} onClose={close} title={t`Refund this payment?`} centered>
        <Question session={session} left={left} close={close} />
      </Modal>
    </>
  );
}

interface QuestionProps {
  readonly session: Session;
  readonly left: number;
  readonly close: () => void;
}

function Question({ session: { id, currency, appSlug }, left, close }: QuestionProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(refundOpenDocument);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const amount = typed === '' ? left : minorUnits(typed, currency);
  const problem =
    amount === null || amount <= 0
      ? t`Enter an amount in ${currency}.`
      : amount > left
        ? t`You can refund at most ${money(left, currency)}.`
        : null;
  const give = () => {
    if (problem || amount === null) return;
    mutateAsync({ input: { paymentSessionId: id, amount, reason: reason.trim() } }).then(close, () => {
      // The dialog shows the error: see `error`.
    });
  };
  return (
    <Form
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        give();
      }}
    >
      <Stack>
        <Text>
          <Trans>
            The refund is requested from {appSlug}. This can't be undone. The booking doesn't change.
          </Trans>
        </Text>
        <TextInput
          field="amount"
          label={t`Amount (${currency})`}
          description={t`Leave empty to refund the remaining ${money(left, currency)}.`}
          inputMode="decimal"
          maxLength={20}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problem}
        />
        <TextInput
          field="reason"
          label={t`Reason`}
          description={t`Sent to the app.`}
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            <Trans>Go back</Trans>
          </Button>
          <Button type="submit" color="red.8" loading={isPending} disabled={problem !== null}>
            <Trans>Refund</Trans>
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
