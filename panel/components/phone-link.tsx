import { Anchor } from '@mantine/core';

/** A guest's phone number as a link that calls it; a dash without one. Text without digits isn't linked. */
export function PhoneLink({ phone }: { readonly phone: string | null }) {
  const dialed = phone?.replaceAll(/[^\d+]/g, '') ?? '';
  if (!/\d/.test(dialed)) return phone ?? '—';
  return (
    <Anchor inherit href={`tel:${dialed}`}>
      {phone}
    </Anchor>
  );
}
