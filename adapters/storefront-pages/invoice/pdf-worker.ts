import { serveThread } from '#kit/thread-work.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { type Invoice, showInvoice } from './shown-invoice.ts';

serveThread<Invoice, Uint8Array>((invoice) => invoicePdf(showInvoice(invoice)));
