import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Divider, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { mutate, query } from '../api/client.ts';
import { type AskStepUp, StepUpContext } from '../api/step-up.ts';
import { ErrorNote } from '../components/error-note.tsx';
import { type FactorProofInput, stepUpDocument, stepUpFactorsDocument } from './generated.ts';
import { canShowPasskey, showPasskey } from './passkey.ts';

/** Lets its children's calls request a step-up, in one dialog. */
export function StepUpGate({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<((confirmed: boolean) => void) | null>(null);
  const ask = useCallback<AskStepUp>(() => {
    answer.current?.(false);
    setOpen(true);
    return new Promise((resolve) => {
      answer.current = resolve;
    });
  }, []);
  const close = (confirmed: boolean) => {
    setOpen(false);
    answer.current?.(confirmed);
    answer.current = null;
  };
  return (
    <StepUpContext value={ask}>
      {children}
      <Modal
        opened={isOpen}
        onClose={() => close(false)}
        title={t`Confirm that it's you`}
        centered
        zIndex={300}
      >
        {isOpen && <Proof onDone={close} />}
      </Modal>
    </StepUpContext>
  );
}

/** Form for the password, or for a code or a passkey if the account has such a factor. */
function Proof({ onDone }: { readonly onDone: (confirmed: boolean) => void }) {
  const [byCode, setByCode] = useState(false);
  const [typed, setTyped] = useState('');
  const { data } = useQuery({
    queryKey: ['session', 'factors'],
    queryFn: () => query(stepUpFactorsDocument, {}, ''),
  });
  const has = (kind: string) => data?.account.secondFactors?.some((factor) => factor.kind === kind) ?? false;
  const hasPasskey = has('passkey') && canShowPasskey();
  const {
    isPending,
    error,
    mutate: prove,
  } = useMutation({
    mutationFn: async (input: FactorProofInput | 'passkey') =>
      mutate(stepUpDocument, { input: input === 'passkey' ? { passkey: await showPasskey() } : input }, ''),
    onSuccess: () => onDone(true),
  });
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    prove(byCode ? { code: typed } : { password: typed });
  };
  const field = {
    value: typed,
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
    'data-autofocus': true,
  };
  return (
    <form onSubmit={confirm}>
      <Stack>
        <Text size="sm">
          <Trans>You signed in more than 10 minutes ago. To continue, confirm that it's you.</Trans>
        </Text>
        {hasPasskey && (
          <>
            <Button
              variant="default"
              leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
              onClick={() => prove('passkey')}
              disabled={isPending}
            >
              <Trans>Use a passkey</Trans>
            </Button>
            <Divider label={t`or`} labelPosition="center" />
          </>
        )}
        {byCode ? (
          <TextInput
            label={t`Code from your authenticator app`}
            autoComplete="one-time-code"
            maxLength={40}
            {...field}
          />
        ) : (
          <PasswordInput
            label={t`Your password`}
            autoComplete="current-password"
            maxLength={1000}
            {...field}
          />
        )}
        {has('totp') && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => {
              setByCode(!byCode);
              setTyped('');
            }}
          >
            {byCode ? t`Use your password instead` : t`Use a code instead`}
          </Anchor>
        )}
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onDone(false)}>
            <Trans>Go back</Trans>
          </Button>
          <Button type="submit" disabled={!typed} loading={isPending}>
            <Trans>Confirm</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
