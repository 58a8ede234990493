import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Textarea, TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { minorUnits, money, plainAmount } from '../../format/money.ts';
import {
  type PlatformStatementRowFragment,
  statementCreditDocument,
  statementMarkPaidDocument,
} from './generated.ts';

interface OfStatement {
  readonly statement: PlatformStatementRowFragment;
}

/** An operator's actions for a statement. */
export const StatementActions = ({ statement }: OfStatement) => (
  <Group gap="xs">
    {statement.status === 'open' && <MarkPaid statement={statement} />}
    {statement.creditable > 0 && <Credit statement={statement} />}
  </Group>
);

function MarkPaid({ statement: { id, number, teamName, amountDue, currency } }: OfStatement) {
  const { mutateAsync, isPending, error } = useTeamMutation(statementMarkPaidDocument);
  return (
    <ConfirmButton
      size="xs"
      aria-label={t`Mark as paid: ${number}`}
      title={t`Mark ${number} as paid?`}
      text={t`Check first that ${teamName} has transferred ${money(amountDue, currency)}. You can't undo this. Apps that stopped because of this statement work again within a minute, and their developers' earnings count.`}
      confirmLabel={t`Mark as paid`}
      destructive={false}
      onConfirm={() => mutateAsync({ id })}
      {...{ isPending, error }}
    >
      <Trans>Mark as paid</Trans>
    </ConfirmButton>
  );
}

function Credit({ statement }: OfStatement) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant="default" aria-label={t`Credit ${statement.number}`} onClick={open}>
        <Trans>Credit</Trans>
      </Button>
      {opened && (
        <OpenDialog title={t`Credit ${statement.number}`} onClose={close} centered>
          <CreditForm statement={statement} close={close} />
        </OpenDialog>
      )}
    </>
  );
}

const MAX_REASON = 500;

function CreditForm({
  statement: { id, status, currency, creditable, teamName },
  close,
}: OfStatement & { readonly close: () => void }) {
  const { mutate, isPending, error } = useTeamMutation(statementCreditDocument);
  const [typed, setTyped] = useState(plainAmount(creditable, currency));
  const [reason, setReason] = useState('');
  const amount = minorUnits(typed, currency);
  const isAllowed = amount !== null && amount > 0 && amount <= creditable;
  return (
    <Form
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        if (isAllowed) mutate({ invoiceId: id, amount, reason: reason.trim() }, { onSuccess: close });
      }}
    >
      <Stack>
        <TextInput
          field="amount"
          label={t`Amount with tax (${currency})`}
          description={
            status === 'paid'
              ? t`The amount is carried over to the next statement for ${teamName}. Developers' shares are deducted from their balances.`
              : t`The amount reduces what ${teamName} has to pay. Developers' shares are deducted from their balances.`
          }
          required
          inputMode="decimal"
          maxLength={20}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={isAllowed ? null : t`Enter an amount of at most ${money(creditable, currency)}.`}
          data-autofocus
        />
        <Textarea
          field="reason"
          label={t`Reason`}
          description={t`On one line. The team reads it on the credit note.`}
          required
          maxLength={MAX_REASON}
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            <Trans>Go back</Trans>
          </Button>
          <Button
            type="submit"
            color="red.8"
            loading={isPending}
            disabled={!isAllowed || reason.trim() === ''}
          >
            {isAllowed ? t`Credit ${money(amount, currency)}` : t`Credit`}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
