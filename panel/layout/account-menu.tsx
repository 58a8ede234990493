import { ActionIcon, Menu } from '@mantine/core';
import { IconLogout, IconShieldLock, IconUserCircle } from '@tabler/icons-react';
import { csrfToken } from '../api/client.ts';
import { useSession } from './session.tsx';

/** The signed-in person's name, and the sign-out button. */
export function AccountMenu() {
  const { account } = useSession();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={`Account of ${account.name}`}>
          <IconUserCircle size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {account.name}
          <br />
          {account.email}
        </Menu.Label>
        <Menu.Item
          component="a"
          href="/account/security"
          leftSection={<IconShieldLock size={16} aria-hidden />}
        >
          Security
        </Menu.Item>
        <form method="post" action="/panel/logout">
          <input type="hidden" name="csrf_token" value={csrfToken()} />
          <Menu.Item
            type="submit"
            leftSection={<IconLogout size={16} aria-hidden />}
            closeMenuOnClick={false}
          >
            Sign out
          </Menu.Item>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}
