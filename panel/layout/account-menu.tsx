import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconLogout, IconShieldLock, IconUserCircle } from '@tabler/icons-react';
import { csrfToken } from '../api/client.ts';
import { chooseLanguage } from '../i18n/choose-language.ts';
import { currentLanguage, LANGUAGES } from '../i18n/language.ts';
import { useSession } from './session.tsx';

/** The signed-in person's name, the panel's language, and the sign-out button. */
export function AccountMenu() {
  const { account } = useSession();
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t`Account of ${account.name}`}>
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
          <Trans>Security</Trans>
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>
          <Trans>Language</Trans>
        </Menu.Label>
        {LANGUAGES.map(([language, name]) => (
          <Menu.Item
            key={language}
            lang={language}
            aria-current={language === currentLanguage() ? 'true' : undefined}
            leftSection={language === currentLanguage() ? <IconCheck size={16} aria-hidden /> : <span />}
            onClick={() => void chooseLanguage(language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <form method="post" action="/panel/logout">
          <input type="hidden" name="csrf_token" value={csrfToken()} />
          <Menu.Item
            type="submit"
            leftSection={<IconLogout size={16} aria-hidden />}
            closeMenuOnClick={false}
          >
            <Trans>Sign out</Trans>
          </Menu.Item>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}
