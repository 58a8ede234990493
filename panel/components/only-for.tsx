import { Fieldset } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TeamRole } from '../api/client.ts';
import { isOneOf, useTeam } from '../layout/session.tsx';

interface ForRoles {
  /** Roles in addition to `owner`. */
  readonly roles: readonly TeamRole[];
  readonly children: ReactNode;
}

/** Shows its children only to some roles: others don't see actions that the API would deny them. */
export function OnlyFor({ roles, children }: ForRoles) {
  return isOneOf(useTeam(), roles) ? children : null;
}

interface EditableForProps extends ForRoles {
  /** True if no one can change the fields, e.g. because the item is archived. */
  readonly locked?: boolean;
}

/** Forms that some roles can edit; other roles see them read-only. */
export function EditableFor({ roles, locked = false, children }: EditableForProps) {
  const mayEdit = isOneOf(useTeam(), roles);
  return (
    <Fieldset variant="unstyled" disabled={locked || !mayEdit}>
      {children}
    </Fieldset>
  );
}
