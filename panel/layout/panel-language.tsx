import { i18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { Fragment, type ReactNode } from 'react';

/** Renders its children in the panel's language. They start again when another language is chosen. */
export const PanelLanguage = ({ children }: { readonly children: ReactNode }) => (
  <I18nProvider i18n={i18n}>
    <InLanguage>{children}</InLanguage>
  </I18nProvider>
);

function InLanguage({ children }: { readonly children: ReactNode }) {
  const { i18n: current } = useLingui();
  return <Fragment key={current.locale}>{children}</Fragment>;
}
