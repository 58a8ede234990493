import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation, useTeamQueryAll } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { NativeSelect, NumberInput, TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { translated } from '../../i18n/translated.ts';
import {
  type ChannelOverbooking,
  type ChannelsPropertyFragment,
  channelsAppsDocument,
  channelsConnectDocument,
} from './generated.ts';

/** Policies for what happens if the channel sells a night that's already taken. */
export const OVERBOOKING: readonly { readonly value: ChannelOverbooking; readonly label: string }[] =
  translated([
    { value: 'flag', label: msg`Accept it and notify me` },
    { value: 'refuse', label: msg`Refuse it` },
  ]);

/** Form that connects a property to an installed channel app; the app receives the request immediately. */
export function NewConnection({ properties }: { readonly properties: readonly ChannelsPropertyFragment[] }) {
  const { data } = useTeamQueryAll(channelsAppsDocument, ({ installedApps }) => installedApps);
  const { mutateAsync, isPending, error } = useTeamMutation(channelsConnectDocument);
  const apps = (data ?? []).filter(({ app }) => app.type === 'channel');
  const [typed, setTyped] = useState({ installId: '', propertyId: '', channelPropertyId: '' });
  const [stopSellBelow, setStopSellBelow] = useState(0);
  const [overbooking, setOverbooking] = useState<ChannelOverbooking>('flag');
  const installId = typed.installId || (apps[0]?.id ?? '');
  const propertyId = typed.propertyId || (properties[0]?.id ?? '');
  const channelPropertyId = typed.channelPropertyId.trim();
  if (data && apps.length === 0)
    return (
      <Text size="sm">
        <Trans>No channel app is installed. You can find channel apps in the app store.</Trans>
      </Text>
    );
  const connect = async (event: FormEvent) => {
    event.preventDefault();
    const named = channelPropertyId ? { channelPropertyId } : {};
    await mutateAsync({ input: { installId, propertyId, overbooking, stopSellBelow, ...named } }).then(
      () => setTyped({ ...typed, channelPropertyId: '' }),
      () => {}, // shown below
    );
  };
  return (
    <Form error={error} onSubmit={connect} aria-label={t`Connect a property`}>
      <Stack gap="sm" align="flex-start" maw={420}>
        <NativeSelect
          field="installId"
          w="100%"
          label={t`Channel`}
          data={apps.map(({ id, app }) => ({ value: id, label: app.name }))}
          value={installId}
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, installId: value })}
        />
        <NativeSelect
          field="propertyId"
          w="100%"
          label={t`Property`}
          data={properties.map(({ id, name }) => ({ value: id, label: name }))}
          value={propertyId}
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, propertyId: value })}
        />
        <TextInput
          field="channelPropertyId"
          w="100%"
          label={t`Its id on the channel`}
          description={t`If the channel gave you one`}
          maxLength={128}
          autoCapitalize="none"
          spellCheck={false}
          value={typed.channelPropertyId}
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, channelPropertyId: value })}
        />
        <NativeSelect
          field="overbooking"
          w="100%"
          label={t`If it sells a night that's taken here`}
          data={[...OVERBOOKING]}
          value={overbooking}
          onChange={({ currentTarget: { value } }) => setOverbooking(value === 'refuse' ? 'refuse' : 'flag')}
        />
        <NumberInput
          field="stopSellBelow"
          w="100%"
          label={t`Units to hold back`}
          description={t`The channel is offered this many fewer units per night, so that it can't sell the same night twice`}
          min={0}
          max={100}
          allowDecimal={false}
          value={stopSellBelow}
          onChange={(units) => setStopSellBelow(Number(units))}
        />
        <ErrorNote error={error} />
        <Button type="submit" variant="default" disabled={!installId || !propertyId} loading={isPending}>
          <Trans>Connect</Trans>
        </Button>
      </Stack>
    </Form>
  );
}
