import { Trans } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { instant } from '../format/dates.ts';

interface SuspensionNoteProps {
  readonly title: string;
  readonly at: string;
  readonly reason: string;
  /** Features that are unavailable until the platform resumes it. */
  readonly children: ReactNode;
}

/** The platform's reason for suspending a team or storefront. The host can't resume it here. */
export const SuspensionNote = ({ title, at, reason, children }: SuspensionNoteProps) => (
  <Alert color="red" title={title} role="status" mb="lg" style={{ overflowWrap: 'anywhere' }}>
    <Trans>
      {children} Suspended on {instant(at)}. Reason: {reason}
    </Trans>
  </Alert>
);
