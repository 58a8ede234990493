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
import { SessionGate } from './layout/session.tsx';
import { Shell } from './layout/shell.tsx';
import { StepUpGate } from './layout/step-up.tsx';
import { cssVariables, theme } from './layout/theme.ts';

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

createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
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
  </StrictMode>,
);
