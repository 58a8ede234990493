import { t } from '@lingui/core/macro';
import { Alert, Anchor, List } from '@mantine/core';
import { missingOf } from './missing.ts';
import type { Property } from './property-detail.ts';

/**
 * Everything a property lacks before guests can book it, each item linked to its section; hidden once the
 * property is complete.
 */
export function Readiness({ property }: { readonly property: Property }) {
  const missing = Object.entries(missingOf(property));
  if (missing.length === 0 || property.archivedAt) return null;
  return (
    <Alert color="yellow" variant="light" title={t`Guests can't book this property yet`}>
      <List size="sm">
        {missing.map(([section, hint]) => (
          <List.Item key={section}>
            <Anchor href={`#${section}`} size="sm" c="inherit" underline="always">
              {hint}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
