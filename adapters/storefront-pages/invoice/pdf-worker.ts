import { serveThread } from '#kit/thread-work.ts';
import { invoicePdf } from './invoice-pdf.ts';
import type { Drawn } from './pdf-thread.ts';
import { showInvoice } from './shown-invoice.ts';
import { showStatement } from './shown-statement.ts';

serveThread<Drawn, Uint8Array>((drawn) =>
  'statement' in drawn
    ? invoicePdf(showStatement(drawn.statement, drawn.language), null)
    : invoicePdf(showInvoice(drawn.invoice), drawn.logo),
);
