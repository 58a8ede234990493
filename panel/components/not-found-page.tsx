import type { ReactNode } from 'react';
import { BackLink } from './back-link.tsx';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

interface NotFoundPageProps {
  readonly title: string;
  /** What is not there: `Property`; as the title where it is left out. */
  readonly what?: string;
  /** Where all of its kind are listed, and what that link says. */
  readonly list: { readonly href: string; readonly label: string };
  readonly children: ReactNode;
}

/** The page of something that this team does not have. */
export function NotFoundPage({ title, what = title, list, children }: NotFoundPageProps) {
  return (
    <Page title={title}>
      <EmptyState title={`${what} not found`} action={<BackLink href={list.href}>{list.label}</BackLink>}>
        {children}
      </EmptyState>
    </Page>
  );
}

/** The page of a property that this team does not have. */
export function PropertyNotFound({ title }: Pick<NotFoundPageProps, 'title'>) {
  return (
    <NotFoundPage title={title} what="Property" list={{ href: '/properties', label: 'All properties' }}>
      This team has no property with that number. It may belong to another of your teams.
    </NotFoundPage>
  );
}
