import { ActionIcon } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { docs } from '../api/client.ts';
import { helpFor } from './help.ts';

/** Link to the current page's help. Opens a new tab, so that an unfinished form stays as it is. */
export function HelpLink() {
  const [path] = useLocation();
  return (
    <ActionIcon
      component="a"
      href={`${docs}/${helpFor(path)}`}
      target="_blank"
      rel="noopener"
      variant="default"
      size="lg"
      aria-label="Help with this page"
      title="Help"
    >
      <IconHelp size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
