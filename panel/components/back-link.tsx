import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface BackLinkProps {
  readonly href: string;
  readonly children: ReactNode;
}

/** Links a page back to its parent page. */
export function BackLink({ href, children }: BackLinkProps) {
  return (
    <Anchor component={Link} href={href} size="sm">
      {children}
    </Anchor>
  );
}
