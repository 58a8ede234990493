import { Fieldset } from '@mantine/core';
import type { ReactNode } from 'react';
import type { TeamRole } from '../api/client.ts';
import { isOneOf, useTeam } from '../layout/session.tsx';

interface ForRoles {
  /** Roles besides `owner`. */
  readonly roles: readonly TeamRole[];
  readonly children: ReactNode;
}

/** Shows its children to some roles only: what the API would refuse to others is not offered to them. */
export function OnlyFor({ roles, children }: ForRoles) {
  return isOneOf(useTeam(), roles) ? children : null;
}

interface EditableForProps extends ForRoles {
  /** Whether no one may change them, such as what is archived. */
  readonly locked?: boolean;
}

/** Forms that some roles may fill in; the others read them. */
export function EditableFor({ roles, locked = false, children }: EditableForProps) {
  const mayEdit = isOneOf(useTeam(), roles);
  return (
    <Fieldset variant="unstyled" disabled={locked || !mayEdit}>
      {children}
    </Fieldset>
  );
}
