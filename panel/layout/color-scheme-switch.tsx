import { msg, t } from '@lingui/core/macro';
import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { translated } from '../i18n/translated.ts';

const CHOICES = translated([
  { scheme: 'light', label: msg`Light`, icon: IconSun },
  { scheme: 'dark', label: msg`Dark`, icon: IconMoon },
  { scheme: 'auto', label: msg`System`, icon: IconDeviceDesktop },
]);

/** Light, dark, or the system's setting. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const current = CHOICES.find(({ scheme }) => scheme === colorScheme) ?? CHOICES[2];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t`Colours: ${current.label}`}>
          <current.icon size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {CHOICES.map(({ scheme, label, icon: Icon }) => (
          <Menu.Item
            key={scheme}
            leftSection={<Icon size={16} aria-hidden />}
            onClick={() => setColorScheme(scheme)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
