import { Stack } from '@mantine/core';
import { Panel } from '../../components/panel.tsx';
import { Setting } from './setting.tsx';
import type { Storefront } from './storefront.ts';

/** Agents' permissions at a storefront. */
export function Agents({ storefront }: { readonly storefront: Storefront }) {
  const { id, agentBookings, instantBooking, maintenance, lodgingDraft, lodgingDraftPin } = storefront;
  return (
    <Panel title="Agents">
      <Stack gap="lg">
        <Setting
          label="Agent bookings"
          description="Agents can find this storefront, its rates and its availability."
          checked={agentBookings}
          change={(on) => ({ id, agentBookings: on })}
          asks={{
            when: false,
            title: 'Turn agent bookings off?',
            text: 'Agents can no longer find this storefront, and open checkouts cannot be completed. Existing bookings are not affected.',
            confirmLabel: 'Turn off',
          }}
        />
        <Setting
          label="Instant booking"
          description="Agents book instantly. When this is off, guests send requests, and you answer each of them."
          checked={instantBooking}
          change={(on) => ({ id, instantBooking: on })}
          asks={{
            when: false,
            title: 'Review requests yourself?',
            text: 'Agents can still see your rates, but can no longer book: they give guests a link to request their stay. Existing bookings are not affected.',
            confirmLabel: 'Stop instant booking',
          }}
        />
        {lodgingDraftPin !== null && (
          <Setting
            label="UCP lodging (draft)"
            description="Agents you give the address of the draft to can book through it. Stays that are paid at the property are confirmed at once."
            checked={lodgingDraft}
            change={(on) => ({ id, lodgingDraft: on })}
            asks={{
              when: false,
              title: 'Turn UCP lodging off?',
              text: 'Open booking sessions of the draft can no longer be read or completed. Existing bookings are not affected.',
              confirmLabel: 'Turn off',
            }}
          />
        )}
        <Setting
          label="Maintenance"
          description="The storefront is closed for guests and agents, who are asked to come back later."
          checked={maintenance}
          change={(on) => ({ id, maintenance: on })}
          asks={{
            when: true,
            title: 'Close for maintenance?',
            text: 'Guests and agents are asked to come back later until you reopen it.',
            confirmLabel: 'Close storefront',
          }}
        />
      </Stack>
    </Panel>
  );
}
