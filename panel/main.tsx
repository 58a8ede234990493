import '@mantine/core/styles.css';
import './layout/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { styleNonce } from './api/client.ts';
import { RequestFailed } from './api/errors.ts';
import { openLanguage, preferredLanguage } from './i18n/choose-language.ts';
import { PanelLanguage } from './layout/panel-language.tsx';
import { SessionGate } from './layout/session.tsx';
import { Shell } from './layout/shell.tsx';
import { StepUpGate } from './layout/step-up.tsx';
import { cssVariables, panelTheme } from './layout/theme.ts';

const place = document.getElementById('panel');
if (!place) throw new Error('The page has no place for the panel.');

// Dialogs use a style element to stop the page behind them from scrolling, and it needs the nonce too.
setNonce(styleNonce);
const client = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, staleTime: 2_000 },
    // Without a connection, a change fails immediately instead of being sent later.
    mutations: { networkMode: 'always' },
  },
  queryCache: new QueryCache({
    // Moves a person who was removed from the displayed team to another of their teams.
    onError: (error) => {
      if (error instanceof RequestFailed && error.status === 403) {
        void client.invalidateQueries({ queryKey: ['session'] });
      }
    },
  }),
});

/** The panel in its current language. */
const Panel = () => (
  <MantineProvider
    theme={panelTheme()}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={() => styleNonce}
  >
    <QueryClientProvider client={client}>
      <Router base="/panel">
        <SessionGate>
          <StepUpGate>
            <Shell />
          </StepUpGate>
        </SessionGate>
      </Router>
    </QueryClientProvider>
  </MantineProvider>
);

const root = createRoot(place);

// English is better than an empty page, e.g. if the server no longer has this version's catalog.
void openLanguage(preferredLanguage())
  .catch(() => openLanguage('en'))
  .then(() =>
    root.render(
      <StrictMode>
        <PanelLanguage>
          <Panel />
        </PanelLanguage>
      </StrictMode>,
    ),
  );
