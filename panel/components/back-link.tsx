import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface BackLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** Leads from a page to what it belongs to. */
export function BackLink({ href, children }: BackLinkProps) {
  return (
    <Anchor component={Link} href={href} size="sm">
      {children}
    </Anchor>
  );
}
