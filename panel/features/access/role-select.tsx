import type { TeamRole } from '../../api/client.ts';
import { Select } from '../../components/fields.tsx';
import { ROLES } from '../../format/roles.ts';

interface RoleSelectProps {
  readonly label: string;
  /** Set if only screen readers should read the label, e.g. in a table with column headings. */
  readonly isLabelHidden?: boolean;
  readonly roles?: typeof ROLES;
  readonly value: TeamRole;
  readonly onChange: (role: TeamRole) => void;
  readonly disabled?: boolean;
}

/** Chooses a role and explains its permissions below. */
export function RoleSelect({
  label,
  isLabelHidden = false,
  roles = ROLES,
  value,
  onChange,
  disabled = false,
}: RoleSelectProps) {
  const chosen = roles.find(({ role }) => role === value);
  return (
    <Select
      field="role"
      {...(isLabelHidden ? { 'aria-label': label } : { label, description: chosen?.text })}
      data={roles.map(({ role, name }) => ({ value: role, label: name }))}
      value={value}
      onChange={(next) => {
        const role = roles.find((one) => one.role === next)?.role;
        if (role) onChange(role);
      }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDeselect={false}
      disabled={disabled}
      w={isLabelHidden ? 160 : undefined}
    />
  );
}
