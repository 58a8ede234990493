import { msg, t } from '@lingui/core/macro';
import { Divider, Fieldset, SimpleGrid, Stack } from '@mantine/core';
import { Fragment } from 'react';
import { NativeSelect, Switch, Textarea, TextInput } from '../../components/fields.tsx';
import { translated } from '../../i18n/translated.ts';
import { BankFields } from './bank-fields.tsx';
import type { PaymentEffect } from './generated.ts';
import { METHOD_WORDS } from './method-words.ts';
import { changedMethods, type SitePart, type TypedMethod } from './site-fields.ts';

const EFFECTS: readonly { readonly value: PaymentEffect; readonly label: string }[] = translated([
  { value: 'confirm', label: msg`Confirm the booking immediately` },
  { value: 'extend_hold', label: msg`Hold the nights until you mark it as paid` },
]);

/** Payment methods that work without an app. */
export function PaymentMethods({ fields, saved, mistakes, set }: SitePart) {
  const methods = fields.paymentMethods;
  const sent = changedMethods(fields, saved);
  return methods.map((method, place) => {
    const at = sent.indexOf(method);
    return (
      <Fragment key={method.kind}>
        {place > 0 && <Divider />}
        <Method
          method={method}
          within={at < 0 ? null : `paymentMethods.${at}`}
          mistake={mistakes[method.kind]}
          set={(change) =>
            set({
              paymentMethods: methods.map((one) => (one.kind === method.kind ? { ...one, ...change } : one)),
            })
          }
        />
      </Fragment>
    );
  });
}

interface MethodProps {
  readonly method: TypedMethod;
  /** Path within the mutation's input; null if the method isn't sent because nothing in it changed. */
  readonly within: string | null;
  readonly mistake: string | undefined;
  readonly set: (change: Partial<TypedMethod>) => void;
}

/** One payment method: its switch, its consequences, and guests' instructions. */
function Method({ method, within, mistake, set }: MethodProps) {
  const { kind, enabled, effect, holdHours, instructions, account } = method;
  const { name, about } = METHOD_WORDS[kind];
  return (
    <Fieldset variant="unstyled" aria-label={name}>
      <Stack gap="md">
        <Switch
          field={within}
          label={name}
          description={about}
          checked={enabled}
          onChange={({ currentTarget: { checked } }) => set({ enabled: checked })}
        />
        {enabled && (
          <>
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <NativeSelect
                field={within && `${within}.effect`}
                label={t`When a guest chooses it`}
                data={[...EFFECTS]}
                value={effect}
                onChange={({ currentTarget: { value } }) =>
                  set({ effect: value === 'confirm' ? 'confirm' : 'extend_hold' })
                }
              />
              {effect === 'extend_hold' && (
                <TextInput
                  field={within && `${within}.holdHours`}
                  label={t`Hours to hold the nights`}
                  description={t`1 to 336, at most until check-in`}
                  inputMode="numeric"
                  value={holdHours}
                  error={mistake}
                  onChange={({ currentTarget: { value } }) => set({ holdHours: value })}
                />
              )}
            </SimpleGrid>
            {kind === 'bank_transfer' && (
              <BankFields account={account} within={within} onChange={(typed) => set({ account: typed })} />
            )}
            <Textarea
              field={within && `${within}.instructions`}
              label={t`Instructions`}
              description={t`Guests see them once they have chosen it.`}
              autosize
              minRows={2}
              maxLength={2_000}
              value={instructions}
              onChange={({ currentTarget: { value } }) => set({ instructions: value })}
            />
          </>
        )}
      </Stack>
    </Fieldset>
  );
}
