import { serveThread } from '#kit/thread-work.ts';
import { invoicePdf } from './invoice-pdf.ts';
import type { DrawnInvoice } from './pdf-thread.ts';
import { showInvoice } from './shown-invoice.ts';

serveThread<DrawnInvoice, Uint8Array>(({ invoice, logo }) => invoicePdf(showInvoice(invoice), logo));
