import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { BackLink } from './back-link.tsx';
import { EmptyState } from './empty-state.tsx';
import { Page } from './page.tsx';

interface NotFoundPageProps {
  readonly title: string;
  /** Noun for the missing item: `Property`. Defaults to the title. */
  readonly what?: string;
  /** Link to the list with the other items, and its label. */
  readonly list: { readonly href: string; readonly label: string };
  readonly children: ReactNode;
}

/** Page for an item that this team doesn't have. */
export function NotFoundPage({ title, what = title, list, children }: NotFoundPageProps) {
  return (
    <Page title={title}>
      <EmptyState title={t`${what} not found`} action={<BackLink href={list.href}>{list.label}</BackLink>}>
        {children}
      </EmptyState>
    </Page>
  );
}

/** Page for a property that this team doesn't have. */
export function PropertyNotFound({ title }: Pick<NotFoundPageProps, 'title'>) {
  return (
    <NotFoundPage title={title} what={t`Property`} list={{ href: '/properties', label: t`All properties` }}>
      <Trans>This team has no property with that number. It may belong to another of your teams.</Trans>
    </NotFoundPage>
  );
}
