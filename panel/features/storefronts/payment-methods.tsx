import { Divider, Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Panel } from '../../components/panel.tsx';
import { MethodForm } from './method-form.tsx';
import type { Storefront } from './storefront.ts';

interface PaymentMethodsProps {
  readonly id: string;
  readonly methods: NonNullable<Storefront['paymentMethods']>;
}

/** Payment methods that work without an app. */
export function PaymentMethods({ id, methods }: PaymentMethodsProps) {
  return (
    <Panel title="Payment methods">
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          Payment methods that guests can choose on their booking page, in addition to your payment apps.
        </Text>
        {methods.map((method, place) => (
          <Fragment key={method.kind}>
            {place > 0 && <Divider />}
            <MethodForm storefrontId={id} method={method} />
          </Fragment>
        ))}
      </Stack>
    </Panel>
  );
}
