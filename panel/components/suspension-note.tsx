import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { instant } from '../format/dates.ts';

interface SuspensionNoteProps {
  readonly title: string;
  readonly at: string;
  readonly reason: string;
  /** What is closed until it is resumed. */
  readonly children: ReactNode;
}

/** Why the platform suspended something of the host's: nothing that a host does here resumes it. */
export const SuspensionNote = ({ title, at, reason, children }: SuspensionNoteProps) => (
  <Alert color="red" title={title} role="status" mb="lg" style={{ overflowWrap: 'anywhere' }}>
    {children} Suspended {instant(at)}. The reason: {reason}
  </Alert>
);
