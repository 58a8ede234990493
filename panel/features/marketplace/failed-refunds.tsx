import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { dayAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { translated } from '../../i18n/translated.ts';
import {
  type FailedRefundFragment,
  refundMarkPaidDocument,
  type StatementRefundsFragment,
} from './generated.ts';

/** Reasons for refunds that the platform opened. */
const REASONS: Readonly<Record<string, string>> = translated({
  already_paid: msg`The statement was paid twice.`,
  statement_credited: msg`The statement was paid after it had been credited.`,
  overpaid: msg`A credit reduced the amount while the payment was on its way.`,
});

interface FailedRefundsProps {
  readonly statement: StatementRefundsFragment;
}

/** Refunds that the payment app couldn't make, so the operator has to, or already did. */
export const FailedRefunds = ({
  statement: { number, failedRefunds, paidBackRefunds },
}: FailedRefundsProps) => (
  <>
    {failedRefunds.map((refund) => (
      <Failed key={refund.refundSessionId} number={number} refund={refund} />
    ))}
    {paidBackRefunds.map(
      ({ refundSessionId, currency, paidBack }) =>
        paidBack && (
          <Text
            key={refundSessionId}
            size="xs"
            c="dimmed"
            mt={4}
            maw="22rem"
            style={{ overflowWrap: 'anywhere' }}
          >
            <Trans>
              {money(paidBack.amount, currency)} paid back by hand on {dayAndYear(paidBack.at.slice(0, 10))}:{' '}
              {paidBack.note}
            </Trans>
          </Text>
        ),
    )}
  </>
);

interface FailedProps {
  readonly number: string;
  readonly refund: FailedRefundFragment;
}

function Failed({ number, refund }: FailedProps) {
  const { currency, amountLeft, reason, rejection, paymentReference } = refund;
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <div>
      <Text size="sm" fw={600} mt={4}>
        <Trans>Pay back {money(amountLeft, currency)}</Trans>
      </Text>
      <Text size="xs" c="dimmed" maw="22rem">
        <Trans>
          {REASONS[reason] ?? reason} The payment app couldn't refund it
          {rejection && `: ${rejection.message}`}
          {rejection?.message.endsWith('.') ? '' : '.'} Refund it at the payment provider
          {paymentReference && ` (payment ${paymentReference})`} or by bank transfer.
        </Trans>
      </Text>
      <Button
        size="xs"
        variant="default"
        mt={4}
        aria-label={t`Mark as paid back: ${money(amountLeft, currency)}, ${number}`}
        onClick={open}
      >
        <Trans>Mark as paid back</Trans>
      </Button>
      {opened && (
        <OpenDialog title={t`Mark ${money(amountLeft, currency)} as paid back?`} onClose={close} centered>
          <PaidBackForm refund={refund} close={close} />
        </OpenDialog>
      )}
    </div>
  );
}

const MAX_NOTE = 500;

function PaidBackForm({
  refund: { refundSessionId: id },
  close,
}: {
  readonly refund: FailedRefundFragment;
  readonly close: () => void;
}) {
  const { mutate, isPending, error } = useTeamMutation(refundMarkPaidDocument);
  const [note, setNote] = useState('');
  return (
    <Form
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ id, note: note.trim() }, { onSuccess: close });
      }}
    >
      <Stack>
        <Text size="sm">
          <Trans>
            Only do this after a transfer outside the payment provider. A refund that you make there is
            recorded automatically. You can't undo this.
          </Trans>
        </Text>
        <TextInput
          field="note"
          label={t`Note`}
          description={t`For example the transfer's reference. Only operators see it.`}
          required
          maxLength={MAX_NOTE}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          data-autofocus
        />
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            <Trans>Go back</Trans>
          </Button>
          <Button type="submit" loading={isPending} disabled={note.trim() === ''}>
            <Trans>Mark as paid back</Trans>
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
